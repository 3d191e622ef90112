-- A Neovim session with `tagflow lsp`, configured as in Documentation/editors.md. Prints the first failure and exits with 1.
-- The notes are in ~/notes: a.md with a misspelled tag, and note0.md to note99.md with '#swift'.

local limit = 120000

local function fail(text)
  io.stdout:write(text .. "\n")
  vim.cmd("cquit 1")
end

-- Overall timeout
vim.defer_fn(function() fail("the session took too long") end, 4 * limit)

local function wait(what, condition)
  if not vim.wait(limit, condition, 20) then fail("waited in vain for " .. what) end
end

local function ask(method, parameters)
  local answers, problem = vim.lsp.buf_request_sync(0, method, parameters, limit)
  if problem then fail(method .. ": " .. problem) end
  for _, answer in pairs(answers) do
    if answer.error then fail(method .. ": " .. answer.error.message) end
    return answer.result
  end
  fail(method .. ": nobody answered")
end

local function here() return vim.lsp.util.make_position_params() end

local function go(line, column) vim.api.nvim_win_set_cursor(0, { line, column }) end

local function expect(value, wanted)
  if not vim.deep_equal(value, wanted) then fail(vim.inspect(value) .. " is not " .. vim.inspect(wanted)) end
end

local function line(number) return vim.api.nvim_buf_get_lines(0, number - 1, number, true)[1] end

local function hints() return vim.diagnostic.get(0) end

local ok, problem = pcall(function()
  vim.o.hidden = true
  vim.cmd("edit ~/notes/a.md")
  wait("a client", function() return #vim.lsp.buf_get_clients(0) > 0 end)

  -- Diagnostics
  wait("a hint", function() return #hints() == 1 end)
  expect(hints()[1].message, "'concurency' is like 'concurrency', one letter away; write 'concurrency'")
  expect(hints()[1].severity, vim.diagnostic.severity.HINT)

  -- Completion after multibyte characters, with a typo; then the chosen item is applied.
  vim.api.nvim_buf_set_lines(0, -1, -1, true, { "é😀 #mahcine now" })
  local last = vim.api.nvim_buf_line_count(0)
  go(last, #"é😀 #mahcin")
  local answer = ask("textDocument/completion", here())
  expect(answer.isIncomplete, true)
  expect(answer.items[1].label, "machine-learning")
  vim.lsp.util.apply_text_edits({ answer.items[1].textEdit }, 0, "utf-16")
  expect(line(last), "é😀 #machine-learning now")
  expect(vim.bo.omnifunc, "v:lua.vim.lsp.omnifunc")

  -- Hover
  go(last, #"é😀 #mach")
  local hover = ask("textDocument/hover", here())
  if not hover.contents.value:find("machine\\-learning", 1, true) and not hover.contents.value:find("machine-learning", 1, true) then
    fail(hover.contents.value)
  end

  -- A code action with an edit, and one with a command
  local function actions()
    local hint = hints()[1]
    local parameters = {
      textDocument = vim.lsp.util.make_text_document_params(), context = { diagnostics = {} },
      range = { start = { line = hint.lnum, character = hint.col }, ["end"] = { line = hint.end_lnum, character = hint.end_col } },
    }
    return ask("textDocument/codeAction", parameters)
  end
  local found = actions()
  expect(found[1].title, "Replace with 'concurrency'")
  vim.lsp.util.apply_workspace_edit(found[1].edit, "utf-16")
  wait("no hint", function() return #hints() == 0 end)
  vim.cmd("undo")
  wait("the hint again", function() return #hints() == 1 end)
  for _, action in ipairs(actions()) do
    if action.title:find("separate") then ask("workspace/executeCommand", action.command) end
  end
  wait("no hint any more", function() return #hints() == 0 end)

  -- References and renaming in a hundred files
  go(1, 2)
  expect(#ask("textDocument/references", vim.tbl_extend("force", here(), { context = { includeDeclaration = true } })), 101)
  vim.lsp.buf.rename("swiftlang")
  wait("the new name", function() return line(1) == "#swiftlang and #concurency" end)
  vim.cmd("silent wall")
  expect(#ask("workspace/symbol", { query = "swiftlang" }), 1)

  -- Stopping the client ends the server after it has saved the tags.
  vim.lsp.stop_client(vim.lsp.get_active_clients())
  wait("the end of the server", function() return #vim.lsp.get_active_clients() == 0 end)
end)
if not ok then fail(tostring(problem)) end
vim.cmd("qall!")
