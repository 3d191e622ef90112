/// Function words of twelve languages: they are no evidence in small collections, never a reason, and no new tags.
///
/// The words are folded and have no accents, as in ``FoldedWords``. A word that names a subject in another of these languages, such as the German and English
/// "war", is left out.
///
/// ```swift
/// StopWords.contains("which")  // true
/// StopWords.contains("zebra")  // false
/// ```
package enum StopWords {
    /// Returns whether a folded word is a function word.
    package static func contains(_ word: String) -> Bool { words.contains(word) }

    private static let words = Set(
        [english, german, french, spanish, portuguese, italian, dutch, swedish, polish, czech, russian, turkish]
            .joined(separator: " ").split(whereSeparator: \.isWhitespace).map(String.init))

    private static let english = """
        a about above across after again against ago ain all almost alone along already also although always
        am among an and another any anybody anyone anything anyway anywhere are aren around as at be because
        been before began behind being below between both but by came can cannot could couldn despite did
        didn do does doesn doing don done down during each either else enough etc ever every everybody
        everyone everything everywhere few for from further gets getting goes going gone had hadn has hasn
        have haven having he hence her here hers herself him himself his how however i if in into is isn it
        its itself just less let like ll made make makes many may maybe me might more most much must my
        myself neither never no nobody none nor not nothing now nowhere of off often oh ok on once one only
        onto or other others otherwise our ours ourselves out over own per perhaps please quite rather re
        really s same several shall she should shouldn since so some somebody someone something sometimes
        somewhere still such t than that the their theirs them themselves then there therefore these they
        thing things this those though through thus to together too toward towards under unless until up
        upon us use used using ve very via vs was wasn way ways we well were weren what whatever when where
        whether which while who whole whom whose why will with within without won would wouldn yeah yes yet
        you your yours yourself
        """
    private static let german = """
        ab aber alle allem allen aller alles als also am an andere anderem anderen anderer anderes ans auch
        auf aufs aus bald bei beim bevor bin bis bist da dabei dadurch dafur dagegen daher dahin damit
        danach daneben dann daran darauf daraus darin darum das dass dazu dein deine deinem deinen deiner
        dem den denn der deren des deshalb dessen deswegen dich die dies diese diesem diesen dieser dieses
        dir doch dort du durch eben ebenso ein eine einem einen einer eines einige einigen einiger einiges
        er es etwas euch euer eure fuer fur gegen gewesen habe haben hat hatte hatten hier hin hinter ich
        ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer in indem ist ja je jede jedem jeden jeder
        jedes jedoch jene jener jetzt kann kein keine keinem keinen keiner keines konnen konnte lassen liegt
        machen mal manche mancher manches mehr mein meine meinem meinen meiner mich mir mit mochte muss
        mussen nach nicht nichts nie niemand noch nun nur ob obwohl oder ohne schon sehr seid sein seine
        seinem seinen seiner seit sich sie sind so sobald sodass sogar solche solcher solches soll sollen
        sollte sondern sonst soweit sowie statt trotz uber uberall ueber um und uns unser unsere unseren
        unserer unter usw viel viele vom von vor wahrend wann ware waren warum was wegen weil welche welchem
        welchen welcher welches wenn wer werde werden weshalb wessen wie wieder wir wird wirst wo wobei
        wofur woher wohin wollen womit worden wurde wurden zb zu zum zur zwar zwischen
        """
    private static let french = """
        a afin ailleurs ainsi alors apres as au aucun aucune aussi autre autres aux avaient avait avant avec
        avez avoir avons ayant beaucoup ca ce ceci cela celle celles celui cependant certains ces cet cette
        ceux chacun chaque chez comme contre d dans de depuis des dessous dessus deux donc dont du elle
        elles en encore entre est et etaient etait etant ete etes etre eu eux faire fait furent ici il ils j
        je jusqu jusque l la laquelle le lequel les lesquels leur leurs lors lorsqu lorsque m ma mais me
        meme memes mes moi moins mon n ne ni non nos notamment notre nous on ont or ou oui par parce parfois
        parmi pas pendant peu peut peuvent plus plusieurs pour pourquoi pouvoir puis puisque qu quand que
        quel quelle quelles quelqu quelque quelques quels qui quoi s sa sans se selon sera seront si sinon
        soit son sont sous souvent sur t ta tandis tant te tel telle tellement telles tels tes toi ton
        toujours tous tout toute toutefois toutes tres trop tu un une vers voici voila vos votre vous y
        """
    private static let spanish = """
        a ademas ahi ahora al algo algunas alguno algunos alli ante antes aquel aquella aquellas aquello
        aquellos aqui asi aun aunque bajo bien cada casi como con cual cuales cuando cuanto cuyo de debe
        deben del desde despues donde dos durante e el ella ellas ello ellos en entre era eramos eran eras
        eres es esa esas ese eso esos esta estaba estado estamos estan estar estas este esto estos etcetera
        fue fueron ha habia habian hacer hacia han hasta hay he la las le les lo los mas me menos mi
        mientras mis misma mismo mismos mucho muchos muy nada nadie ni ninguna ninguno no nos nosotros
        nuestra nuestras nuestro nuestros o os otra otras otro otros para pero poco por porque puede pueden
        pues que quien quienes se segun ser si sido siempre sin sino sobre solo somos son soy su sus tal
        tambien tampoco tan tanto te tener ti tiene tienen toda todas todavia todo todos tras tu tus u un
        una unas uno unos usted ustedes va vamos van vosotros vuestro y ya yo
        """
    private static let portuguese = """
        a agora ainda alem algum alguma algumas alguns ante antes ao aos apenas aquela aquele aquilo as
        assim ate cada com como da das de depois desde dessa desse deste do dos e ela elas ele eles em
        enquanto entao entre era essa essas esse esses esta estao estas estava este estes eu foi for foram
        ha isso isto ja lhe lhes mais mas me menos mesma mesmo meu meus minha minhas muita muitas muito
        muitos na nao nas nem nenhum no nos nossa nosso num numa nunca o onde os ou outra outro para pela
        pelas pelo pelos pode por porque quais qual quando quanto que quem sao se seja sem ser seu seus so
        sobre somos sou sua suas tambem tem ter teve ti toda todas todo todos tu tudo um uma umas uns voce
        voces vos
        """
    private static let italian = """
        a abbiamo ad adesso agli al alcune alcuni all alla alle allo allora altra altre altri altro anch
        anche ancora avere che chi ci cioe coi col come con contro cosi cui d da dagli dai dal dall dalla
        dalle dallo degli dei del dell della delle dello deve di dopo e ecco ed erano essere fino fra gia
        gli ha hai hanno ho i il in invece io l la le lei li lo loro lui ma mai me meno mentre mi mia mie
        miei mio molto ne negli nei nel nell nella nelle nello ni no noi non nostra nostro o od ogni oppure
        ora per perche pero piu poi puo puoi qualche quale quali quando quanto quel quella quelle quelli
        quello quest questa queste questi questo qui quindi s se sempre senza si sia siamo so solo sono
        sotto stata stati stato su sua sue sugli sui sul sull sulla sulle sullo suo suoi tanto te ti tra
        troppo tu tua tuo tutta tutte tutti tutto un una uno vi voi
        """
    private static let dutch = """
        aan al alleen alles altijd ander andere ben bij bijna binnen buiten d daar daarom dan dat de deed
        deze die dit doen dus echter een eens en enkele er ge geen geweest gij haar had heb hebben hebt
        heeft het hier hij hoe hun iemand iets ik in is ja je jij jou jouw jullie kan kon kunnen kunt laat
        maar mag me meer men met mij mijn mocht moest moet moeten na naar naast nee niet niets nog nooit nou
        nu of om omdat onder ons onze ook op over reeds s sinds steeds t te tegen ten ter tijdens toch toen
        tot tussen u uit uw van vanaf vanuit veel volgens voor waar waarin waarom wanneer want waren was wat
        we weer welke werd werden wezen wie wij wil worden wordt zal ze zei zelf zich zij zijn zo zoals
        zodat zonder zou zowel zult
        """
    private static let swedish = """
        all alla allt an andra annu ar att av bada bade bara blev bli blir dar darfor de dem den denna deras
        dess dessa det detta dig din dina ditt du efter ej eller en er ert ett far for fore forst fran genom
        gor gora ha hade han hans har hellre henne hennes hon honom hos hur i icke igen in ingen inget inom
        inte jag ju kan kanske kom kommer kunde kunna med mellan men mer mest mig min mina mitt mot mycket
        nagon nagot nagra nar ni nog nu och ocksa om oss over pa redan sa sadan sade samma samt sedan sig
        sin sina sitt ska skall skulle som till tva under upp ur ut utan vad var vara varfor varit varje
        vars vem vi vid vilka vilken vilket vill
        """
    private static let polish = """
        a aby albo ani az bardzo bez bo by byc bym był była było były cały chociaz ci ciebie co cos czego
        czesto czy czyli dla dlaczego dlatego do dobrze dopiero gdy gdyz gdzie i ich ile im inne inny innych
        ja jak jaka jakie jako je jednak jednym jego jej jesli jest jestem jeszcze jezeli juz kazda kazdy
        kiedy kto ktora ktore ktorego ktorej ktory ktorych ktorzy ku lecz lub ma maja mam mi miedzy mimo
        mnie moga moj moje moze mozna mu musi my na nad nam nami nas nasz nasza nasze natomiast nawet nia
        nic nich nie niego niej nigdy nim nimi niz no o obok od około on ona one oni ono oraz po podczas
        pomimo poniewaz poza przed przede przez przy rowniez sa sie skad swoj swoje ta tak taka taki takie
        takze tam te tego tej ten tez to tobie tu tutaj twoj twoje tych tylko tym u w wam wami was wasz we
        według wiec wiele wielu wszystkich wszystkie wszystko wy z za zawsze ze zeby
        """
    private static let czech = """
        a aby ackoli aj anebo ani aniz ano asi az behem bez bude budou budu by bych byl byla byli bylo byly
        byt ci co coz dalsi do ho i ja jak jako jaky je jeho jej jeji jejich jen jenz jeste ji jich jine
        jiny jiz jsem jsi jsme jsou jste k kam kazdy kde kdo kdy kdyz ke ktera ktere kteri kterou ktery ku
        ma maji mame me mezi mi mit mne mnou moje muj muze my na nad nam nami nas nase ne nebo neco nej
        nekdo nektere neni nic o od on ona oni ono pak po pokud pouze prave pred pres pri proc protoze s se
        si sice skoro sve svou svuj svych ta tady tak take takze tam tato te tech tedy ten tento teto tim to
        tohle toho tomto tomu totiz tu tuto ty tyto u uz v vam vami vas ve velmi vsak vsech vsechno vsichni
        vy z za zatimco zda zde ze
        """
    private static let russian = """
        а без более больше будет будто бы был была были было быть в вам вас ваш ведь во вот впрочем все
        всегда всего всех всю вы где да даже два для до другои его ее еи если есть еще же за зачем здесь и
        из изза или им иногда их к как какая какои когда конечно которая которое которые которыи которых кто
        куда ли либо лишь лучше между меня мне много может можно мои моя мы на над надо наконец нас наш не
        него нее неи нельзя нет ни нибудь никогда ним них ничего но ну о об однако он она они оно опять от
        очень перед по под после потом потому почему почти при про раз разве с сам своего своеи свои свою
        себе себя сеичас со совсем так также такои там тебя тем теперь то тогда того тоже тои только том тот
        ты у уж уже хоть хотя чего чеи чем что чтоб чтобы чуть эта эти этих это этого этои этом этот эту я
        """
    private static let turkish = """
        acaba ama ancak artık asla aslında ayrıca az bana bazen bazı belki ben beni benim bile bir bircok
        biri birkac biz bize bizi bizim bu buna bunda bundan bunlar bunu bunun burada butun cok cunku da
        daha dahi de defa degil diger diye dolayı eger en fakat gibi gore hala hangi hatta hemen henuz hep
        hepsi her herhangi herkes hic hicbir icin ile ilgili ise iste kadar karsı kendi kendine ki kimse
        madem mi mu mı nasıl ne neden nedenle nerede nereye nicin niye o olan olarak oldu oldugu olması olur
        ona once ondan onlar onların onu onun orada oyle oysa pek ragmen sadece sanki sen senin sey simdi
        siz sizin sonra soyle su tabii tarafından tum uzere var ve veya ya yani yerine yine yok yoksa zaten
        """
}
