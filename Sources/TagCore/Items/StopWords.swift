/// Function words of several languages, which nobody uses as a tag.
///
/// The words are folded and have no accents, as in ``FoldedWords``, and at least three letters.
///
/// ```swift
/// StopWords.contains("which")  // true
/// StopWords.contains("zebra")  // false
/// ```
package enum StopWords {
    /// Returns whether a folded word is a function word.
    package static func contains(_ word: String) -> Bool { words.contains(word) }

    private static let words = Set(
        [english, german, french, spanish, portuguese, italian, dutch].joined(separator: " ")
            .split(whereSeparator: \.isWhitespace).map(String.init))

    private static let english = """
        about above across after again against all almost alone along already also although always among and another any
        anybody anyone anything are aren around because been before began behind being below between both but came can
        cannot could couldn did didn does doesn doing don done down during each either else enough ever every everybody
        everyone everything few for from further gets getting goes going gone had hadn has hasn have haven having her here
        hers herself him himself his how however into isn its itself just less let like made make makes many may maybe
        might more most much must myself neither never nobody none nor not nothing now off often once one only onto other
        others otherwise our ours ourselves out over own perhaps quite rather really same several shall she should
        shouldn since some somebody someone something sometimes still such than that the their theirs them themselves
        then there therefore these they thing things this those though through thus together too toward towards under
        until upon use used using very via was wasn way ways well were weren what whatever when where whether which while
        who whole whom whose why will with within without won would wouldn yet you your yours yourself
        """
    private static let german = """
        aber alle allem allen aller alles als also andere anderem anderen anderer anderes auch auf aus bei beim bin bis bist
        dadurch daher damit dann daran darauf daraus darin darum das dass dein deine deinem deinen deiner dem den denn der
        deren des dessen dich die dies diese diesem diesen dieser dieses dir doch dort durch ein eine einem einen einer
        eines einige einigen einiger einiges etwas euch euer eure fuer fur gegen gewesen habe haben hat hatte hatten hier
        hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer immer indem ist jede jedem jeden jeder jedes jene jetzt
        kann kein keine keinem keinen keiner konnen konnte machen man manche mehr mein meine meinem meinen meiner mich mir
        mit muss mussen nach nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit sich
        sie sind soll sollen sollte sondern sonst statt uber ueber und uns unser unsere unter viel viele vom von vor
        wahrend wann war waren warum was weil welche welchem welchen welcher welches wenn wer werden werde wie wieder wir
        wird wirst wollen worden wurde wurden zum zur zwar zwischen
        """
    private static let french = """
        afin ailleurs ainsi alors apres aucun aucune aussi autre autres avant avec avoir beaucoup car ceci cela celle
        celles celui cependant certains ces cet cette ceux chaque chez comme comment contre dans depuis des dessous dessus
        deux donc dont elle elles encore entre est etaient etait etant ete etes etre eux faire fait furent ici ils jusque
        leur leurs lors lorsque mais meme memes mes moins mon notre nos nous par parce parfois parmi pas pendant peu peut
        plus plusieurs pour pourquoi pouvoir puis quand que quel quelle quelles quelque quelques quels qui quoi sans
        selon sera seront ses sinon soit son sont sous souvent sur tandis tant tel telle tellement telles tels tes ton
        toujours tous tout toute toutefois toutes tres trop une vers voici voila vos votre vous
        """
    private static let spanish = """
        ademas algo algunas alguno algunos ante antes aquel aquella aquellas aquello aquellos aqui asi aun aunque bajo bien
        cada casi como con contra cual cuales cuando cuanto cuyo del desde despues donde dos durante ella ellas ello ellos
        entre era eran eres esa esas ese eso esos esta estaba estado estan estar estas este esto estos fue fueron hacer
        hacia hasta hay las les los mas mientras mis mucho muchos muy nada nadie ninguna ninguno nos nosotros nuestra
        nuestro otra otras otro otros para pero poco por porque pues que quien quienes segun ser sido siempre sin sino
        sobre solo son sus tal tambien tampoco tan tanto tener tiene tienen toda todas todavia todo todos tras una unas
        uno unos usted ustedes vosotros
        """
    private static let portuguese = """
        agora ainda alem algumas alguns aos apenas aquela aquele aquilo assim ate com depois desde dessa desse deste dos
        ela elas ele eles enquanto essa esse estao estava isso isto mais mas mesmo minha muito nao nas nem nenhum nossa
        nosso num numa onde outra outro pela pelas pelo pelos pode qual quando quem sao seja sem seu seus sua suas tambem
        tem tudo umas uns voce voces
        """
    private static let italian = """
        abbiamo alla alle allo anche ancora avere che chi cioe come con contro cui dagli dai dal dalla dalle dallo dei
        degli del della delle dello deve dopo dove ecco erano essere fino fra gia gli hanno hai invece loro mentre mia mio
        molto negli nei nel nella nelle nello noi non nostra nostro ogni oppure per perche piu poi prima qualche quale
        quali quando quanto quella quelle quelli quello questa queste questi questo sempre senza sia siamo sono sotto
        sugli sui sul sulla sulle sullo suo sua tra tutta tutte tutti tutto una uno voi
        """
    private static let dutch = """
        aan altijd andere daar dan dat deze die dit doen door dus een eens geen geweest haar had hebben heeft hem het hier
        hij hoe hun iemand iets jij jou jouw kan kunnen maar meer men met mij mijn moet moeten naar niet niets nog omdat
        onder ons ook over reeds tegen toch toen tot uit van veel voor waar waarom wat weer werd wezen wie wij wil worden
        wordt zal zelf zich zij zijn zoals zonder zou
        """
}
