"""Cases for `tagflow lsp` that pytest-lsp runs with the capabilities of real editors, in both encodings.

Environment variables: TAGFLOW is the path of the program, NOTES the open folder.
"""

import asyncio
import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

NOTES = pathlib.Path(os.environ["NOTES"])
ENVIRONMENT = {name: os.environ[name] for name in ("HOME", "PATH", "TAGFLOW_DATABASE")}
TEXT = "---\ntags: [rd, swift]\n---\n# é😀 Title\n\né😀 #mahcine and #swift\n"


@pytest_lsp.fixture(
    params=[("visual_studio_code", "utf-16"), ("neovim", "utf-16"), ("visual_studio_code", "utf-8"), ("neovim", "utf-8")],
    config=ClientServerConfig(server_command=[os.environ["TAGFLOW"], "lsp"], server_env=ENVIRONMENT),
)
async def client(request, lsp_client: LanguageClient):
    editor, encoding = request.param
    capabilities = client_capabilities(editor)
    capabilities.general = capabilities.general or types.GeneralClientCapabilities()
    capabilities.general.position_encodings = [types.PositionEncodingKind(encoding), types.PositionEncodingKind.Utf16]
    registered = []
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda parameters: registered.extend(parameters.registrations))
    answer = await lsp_client.initialize_session(types.InitializeParams(
        capabilities=capabilities, root_uri=NOTES.as_uri(),
        workspace_folders=[types.WorkspaceFolder(uri=NOTES.as_uri(), name="notes")]))
    assert answer.capabilities.position_encoding == encoding
    lsp_client.units = lambda text: len(text.encode(encoding)) // (2 if encoding == "utf-16" else 1) - (encoding == "utf-16")
    yield
    await lsp_client.shutdown_session()


def address(name="a.md"):
    return (NOTES / name).as_uri()


def opened(client, text=TEXT, name="a.md"):
    client.text_document_did_open(types.DidOpenTextDocumentParams(
        text_document=types.TextDocumentItem(uri=address(name), language_id="markdown", version=1, text=text)))
    return types.TextDocumentIdentifier(uri=address(name))


def place(client, line, before):
    return types.Position(line=line, character=client.units(before) if before else 0)


async def hints(client, count):
    for _ in range(1200):
        found = client.diagnostics.get(address(), [])
        if len(found) == count:
            return found
        await asyncio.sleep(0.05)
    raise AssertionError(f"{client.diagnostics}")


@pytest.mark.asyncio
async def test_completion_finds_typos_and_says_where(client):
    document = opened(client)
    found = await client.text_document_completion_async(types.CompletionParams(
        text_document=document, position=place(client, 5, "é😀 #mahcine")))
    first, last = found.items[0], found.items[-1]
    assert found.is_incomplete and first.label == "machine-learning"
    edit = first.text_edit
    start = edit.range.start if isinstance(edit, types.TextEdit) else edit.insert.start
    end = edit.range.end if isinstance(edit, types.TextEdit) else edit.replace.end
    assert start == place(client, 5, "é😀 #") and end == place(client, 5, "é😀 #mahcine")
    assert (last.label, last.detail) == ("mahcine", "new tag")


@pytest.mark.asyncio
async def test_changes_piece_by_piece_are_seen(client):
    document = opened(client)
    await hints(client, 1)
    client.text_document_did_change(types.DidChangeTextDocumentParams(
        text_document=types.VersionedTextDocumentIdentifier(uri=document.uri, version=2),
        content_changes=[
            types.TextDocumentContentChangePartial(
                range=types.Range(start=place(client, 5, "é😀 #"), end=place(client, 5, "é😀 #mahcine")), text="Swift"),
            types.TextDocumentContentChangePartial(
                range=types.Range(start=place(client, 5, "é😀"), end=place(client, 5, "é😀")), text="\r\n"),
        ]))
    found = await hints(client, 2)
    assert [hint.code for hint in found] == ["alias", "spelling"]
    assert found[1].range == types.Range(start=place(client, 6, " #"), end=place(client, 6, " #Swift"))


@pytest.mark.asyncio
async def test_hover_references_symbols_and_actions(client):
    document = opened(client)
    swift = place(client, 5, "é😀 #mahcine and #sw")
    hover = await client.text_document_hover_async(types.HoverParams(text_document=document, position=swift))
    assert "swift" in hover.contents.value
    places = await client.text_document_references_async(types.ReferenceParams(
        text_document=document, position=swift, context=types.ReferenceContext(include_declaration=True)))
    assert sorted(place.uri.rsplit("/", 1)[1] for place in places) == ["a.md", "a.md", "b.md"]
    symbols = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="sw"))
    assert [symbol.name for symbol in symbols] == ["swift"]
    hint = (await hints(client, 1))[0]
    actions = await client.text_document_code_action_async(types.CodeActionParams(
        text_document=document, range=hint.range, context=types.CodeActionContext(diagnostics=[hint])))
    assert actions[0].title == "Replace with 'reading'" and list(actions[0].diagnostics) == [hint]


@pytest.mark.asyncio
async def test_rename_is_prepared_and_refused_where_it_cannot_be(client):
    document = opened(client)
    swift = place(client, 1, "tags: [rd, sw")
    prepared = await client.text_document_prepare_rename_async(types.PrepareRenameParams(text_document=document, position=swift))
    assert prepared.placeholder == "swift" and prepared.range.start == place(client, 1, "tags: [rd, ")
    with pytest.raises(Exception, match="can't replace"):
        await client.text_document_rename_async(types.RenameParams(
            text_document=document, position=swift, new_name="two words"))
