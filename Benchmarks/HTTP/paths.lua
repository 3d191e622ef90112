-- What wrk asks: the lines of the file that PATHS names, in turn, each thread from another place on.
-- METHOD and BODY (one line of JSON a request, from the file that it names) make it change things.
local paths, bodies, place = {}, {}, 0

local function lines(name)
    local found = {}
    for line in io.lines(name) do found[#found + 1] = line end
    return found
end

function init(arguments)
    paths = lines(os.getenv("PATHS"))
    if os.getenv("BODIES") then bodies = lines(os.getenv("BODIES")) end
    math.randomseed(tonumber(tostring({}):match("0x(%x+)"), 16))
    place = math.random(#paths)
    wrk.method = os.getenv("METHOD") or "GET"
    if os.getenv("TOKEN") then wrk.headers["Authorization"] = "Bearer " .. os.getenv("TOKEN") end
    if #bodies > 0 then wrk.headers["Content-Type"] = "application/json" end
end

function request()
    place = place % #paths + 1
    return wrk.format(nil, paths[place], nil, bodies[(place - 1) % math.max(#bodies, 1) + 1])
end

function done(summary, latency, requests)
    io.write(string.format("RESULT %d %d %d %d\n", summary.requests, summary.duration,
        summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout,
        latency:percentile(99)))
end
