-- Wireshark dissector for the GDB Remote Serial Protocol, made by Stubborn from its packet table.
-- Copy it to the folder "Personal Lua Plugins" of Help > About > Folders, or: tshark -X lua_script:gdbrsp.lua -r FILE
-- Filter by gdbrsp.packet == "m", gdbrsp.time > 0.001, gdbrsp.checksum.bad. Any TCP port is recognised.
-- SPDX-License-Identifier: MIT

-- packets (above): name, match, delimiter, arguments, title, effect, prints (console output may come first),
-- silent (no reply is due). The longest name that fits wins.

local MOST_SHOWN = 4096  -- characters of a payload

local proto = Proto("gdbrsp", "GDB Remote Serial Protocol by Stubborn")
local f = {
    kind = ProtoField.string("gdbrsp.kind", "Kind"),
    packet = ProtoField.string("gdbrsp.packet", "Packet"),
    title = ProtoField.string("gdbrsp.title", "Meaning"),
    effect = ProtoField.string("gdbrsp.effect", "Effect"),
    payload = ProtoField.string("gdbrsp.payload", "Payload"),
    checksum = ProtoField.string("gdbrsp.checksum", "Checksum"),
    bad = ProtoField.bool("gdbrsp.checksum.bad", "Wrong checksum"),
    argument = ProtoField.string("gdbrsp.argument", "Argument"),
    address = ProtoField.uint64("gdbrsp.address", "Address", base.HEX),
    length = ProtoField.uint64("gdbrsp.length", "Length", base.HEX_DEC),
    thread = ProtoField.string("gdbrsp.thread", "Thread"),
    signal = ProtoField.uint8("gdbrsp.signal", "Signal", base.DEC),
    reason = ProtoField.string("gdbrsp.reason", "Reason"),
    error = ProtoField.string("gdbrsp.error", "Error"),
    reply_in = ProtoField.framenum("gdbrsp.reply_in", "Reply in", base.NONE, frametype.RESPONSE),
    reply_to = ProtoField.framenum("gdbrsp.reply_to", "Reply to", base.NONE, frametype.REQUEST),
    time = ProtoField.relative_time("gdbrsp.time", "Response time"),
}
proto.fields = f
local wrong_checksum = ProtoExpert.new("gdbrsp.checksum.expert", "Wrong checksum", expert.group.CHECKSUM, expert.severity.WARN)
local empty_reply = ProtoExpert.new("gdbrsp.unsupported", "The stub does not support this packet", expert.group.RESPONSE_CODE,
                                    expert.severity.NOTE)
local error_reply = ProtoExpert.new("gdbrsp.error.expert", "Error reply", expert.group.RESPONSE_CODE, expert.severity.NOTE)
local garbage = ProtoExpert.new("gdbrsp.garbage", "Bytes outside of any packet", expert.group.MALFORMED, expert.severity.WARN)
proto.experts = {wrong_checksum, empty_reply, error_reply, garbage}

local tcp_stream = Field.new("tcp.stream")
local lost_segment = Field.new("tcp.analysis.lost_segment")

-- What a stream is known to be, and what was found out about each of its packets: packets are seen in order only once.
local streams, found

function proto.init()
    streams, found = {}, {}
end

-- Text -------------------------------------------------------------------------------------------------------------

local function visible(text)
    if #text > MOST_SHOWN then
        text = text:sub(1, MOST_SHOWN) .. "..."
    end
    return (text:gsub("[^\32-\126]", function(c) return string.format("\\x%02x", c:byte()) end))
end

local function short(text, most)
    return #text > most and text:sub(1, most - 3) .. "..." or text
end

local function sum_of(raw)
    local sum = 0
    for i = 1, #raw do
        sum = sum + raw:byte(i)
    end
    return sum % 256
end

-- Runs (c*n) and escapes (}c) of a payload undone, up to what is shown.
local function decode(payload)
    if not payload:find("[}*]") then
        return payload
    end
    local out, size, i, last = {}, 0, 1, ""
    while i <= #payload and size <= MOST_SHOWN do
        local c = payload:sub(i, i)
        if c == "}" and i < #payload then
            last = string.char(bit32.bxor(payload:byte(i + 1), 0x20))
            i, size = i + 2, size + 1
            out[#out + 1] = last
        elseif c == "*" and i < #payload and last ~= "" then
            local count = math.max(payload:byte(i + 1) - 29, 0)
            i, size = i + 2, size + count
            out[#out + 1] = last:rep(count)
        else
            last, i, size = c, i + 1, size + 1
            out[#out + 1] = c
        end
    end
    return table.concat(out)
end

-- The packet table -------------------------------------------------------------------------------------------------

local by_name = {}
local longest_name = 0
for _, row in ipairs(packets) do
    by_name[row.name] = by_name[row.name] or row
    longest_name = math.max(longest_name, #row.name)
end

local function fits(row, payload)
    local rest = payload:sub(#row.name + 1)
    if row.match == "exact" then
        return rest == "" and ""
    elseif row.match == "prefix" then
        return rest
    elseif row.match == "hex" then
        -- Up to the end, or to a separator, behind two letters one that the arguments have: "qPad:" is no qP.
        local after = rest:match("^%x+([^%x]?)")
        local ends = after == "" or ((after == "," or after == ":") and (#row.name > 2 or row.arguments:find(after, 1, true)))
        return (rest == "" or ends) and rest
    end
    if rest == "" then
        return ""
    end
    return rest:sub(1, 1) == row.delimiter and rest:sub(2)
end

-- The row of a request and what follows its name; nil for an unknown packet.
local function look_up(payload)
    for length = math.min(longest_name, #payload), 1, -1 do
        local row = by_name[payload:sub(1, length)]
        local rest = row and fits(row, payload)
        if rest then
            return row, rest
        end
    end
end

-- An argument schema as a list: {field = word}, {literal = text}, {option = list}, {again = list}.
local function read_schema(schema)
    local stack = {{}}
    local i = 1
    while i <= #schema do
        local c = schema:sub(i, i)
        local top = stack[#stack]
        local word = schema:match("^%l+", i)
        local quoted = schema:match("^'([^']*)'", i)
        if word then
            top[#top + 1] = {field = word}
            i = i + #word
        elseif quoted then
            top[#top + 1] = {literal = quoted}
            i = i + #quoted + 2
        elseif c == "[" or c == "{" then
            local group = {}
            top[#top + 1] = c == "[" and {option = group} or {again = group}
            stack[#stack + 1] = group
            i = i + 1
        elseif (c == "]" or c == "}") and #stack > 1 then
            stack[#stack] = nil
            i = i + 1
        else
            if c ~= " " then
                top[#top + 1] = {literal = c}
            end
            i = i + 1
        end
    end
    return stack[1]
end

local PATTERNS = {
    addr = "^%x+", len = "^%x+", num = "^%x+", kind = "^%x+", pid = "^%x+", dec = "^%d+", sig = "^%x%x", flag = "^[01]",
    op = "^%a", type = "^%x", mode = "^[SC]", perm = "^[rwx]+", id = "^p?%-?%x+%.?%-?%x*", hex = "^%x*", bin = "^.*", text = "^.*",
    json = "^.*", features = "^.*", action = "^[^;]*", conds = "^[X%x,]*", ranges = "^.*", breakpoints = "^.*",
}

local match_list

local function match_item(item, text, at, next_literal, out)
    if item.literal then
        return text:sub(at, at + #item.literal - 1) == item.literal and at + #item.literal
    elseif item.field then
        local value
        if item.field == "annex" and next_literal then
            value = text:sub(at, (text:find(next_literal, at, true) or #text + 1) - 1)
        else
            value = text:match(PATTERNS[item.field] or "^.*", at)
        end
        if not value then
            return nil
        end
        out[#out + 1] = {item.field, value}
        return at + #value
    elseif item.option then
        local saved = #out
        local stop = match_list(item.option, text, at, out)
        if not stop then
            for i = #out, saved + 1, -1 do
                out[i] = nil
            end
        end
        return stop or at
    end
    while at <= #text do
        local saved = #out
        local stop = match_list(item.again, text, at, out)
        if not stop or stop == at then
            for i = #out, saved + 1, -1 do
                out[i] = nil
            end
            break
        end
        at = stop
    end
    return at
end

match_list = function(list, text, at, out)
    for i, item in ipairs(list) do
        local following = list[i + 1]
        at = match_item(item, text, at, following and following.literal, out)
        if not at then
            return nil
        end
    end
    return at
end

local function add_arguments(tree, row, rest, range)
    row.schema = row.schema or read_schema(row.arguments)
    local out = {}
    local stop = match_list(row.schema, rest, 1, out)
    for _, argument in ipairs(out) do
        local word, value = argument[1], argument[2]
        if word == "addr" and #value <= 16 then
            tree:add(f.address, range, UInt64.fromhex(value))
        elseif word == "len" and #value <= 16 then
            tree:add(f.length, range, UInt64.fromhex(value))
        elseif word == "id" then
            tree:add(f.thread, range, value)
        elseif word == "sig" then
            tree:add(f.signal, range, tonumber(value, 16))
        elseif value ~= "" then
            tree:add(f.argument, range, word .. ": " .. visible(value))
        end
    end
    if stop and stop <= #rest then
        tree:add(f.argument, range, "more: " .. visible(rest:sub(stop)))
    end
end

-- Replies ----------------------------------------------------------------------------------------------------------

local function is_stop(payload)
    return payload:find("^[TS]%x%x") or payload:find("^[WX]%x%x") or payload:find("^w%x+;") or payload == "N"
end

local function add_stop(tree, payload, range)
    local letter, signal, rest = payload:match("^(%a)(%x%x)(.*)$")
    if letter == "T" or letter == "S" or letter == "X" then
        tree:add(f.signal, range, tonumber(signal, 16))
    end
    for key, value in (letter == "T" and rest or ""):gmatch("([^:;]+):([^;]*)") do
        if key == "thread" then
            tree:add(f.thread, range, value)
        elseif not key:find("^%x+$") then
            tree:add(f.reason, range, value == "" and key or key .. ": " .. visible(value))
        end
    end
end

local function add_reply(tree, payload, range)
    if payload == "" then
        tree:add_proto_expert_info(empty_reply)
    elseif payload:find("^E%x%x$") or payload:find("^E%.") then
        tree:add(f.error, range, visible(payload))
        tree:add_proto_expert_info(error_reply)
    elseif is_stop(payload) then
        add_stop(tree, payload, range)
    end
end

-- Who is who, and what answers what --------------------------------------------------------------------------------

-- A payload that only a debugger sends.
local function from_debugger(payload)
    return payload:find("^[qQvjH?!_]") or payload:find("^[mxZz]%x*%d?,%x") or payload == "g" or payload == "k"
end

local function from_stub(payload)
    return payload == "OK" or payload == "" or payload:find("^E%x%x$") or is_stop(payload)
end

local function stream_of(pinfo, tvb_payload)
    local info = tcp_stream()
    local key = info and info.value or (tostring(pinfo.src) .. tostring(pinfo.dst))
    local stream = streams[key]
    if not stream then
        stream = {waiting = {}}
        streams[key] = stream
    end
    if not stream.stub_port and tvb_payload then
        if from_debugger(tvb_payload) then
            stream.stub_port = pinfo.dst_port
        elseif from_stub(tvb_payload) then
            stream.stub_port = pinfo.src_port
        end
    end
    return stream
end

-- What is known of one packet; found on the first pass, which sees all in order. A damaged one will be sent again.
local function learn(pinfo, stream, key, payload, to_stub, notification, damaged)
    local entry = {to_stub = to_stub, notification = notification, damaged = damaged, number = pinfo.number, at = pinfo.abs_ts}
    found[key] = entry
    if damaged then
        return entry
    end
    if to_stub then
        entry.row, entry.rest = look_up(payload)
        if not (entry.row and entry.row.silent) then
            stream.waiting[#stream.waiting + 1] = entry
        end
        return entry
    end
    if lost_segment() and #stream.waiting > 1 then  -- replies are missing: this one belongs to the last request
        stream.waiting = {stream.waiting[#stream.waiting]}
    end
    local first = stream.waiting[1]
    if stream.resend then
        stream.resend, entry.resend = nil, true
    elseif not notification and first and not (payload:find("^O%x%x") and first.row and first.row.prints) then
        table.remove(stream.waiting, 1)
        entry.request, first.reply = first, entry
    elseif not notification and first then
        entry.console = true
    end
    return entry
end

local function kind_of(entry)
    if entry.damaged then
        return entry.to_stub and "damaged request" or "damaged reply"
    elseif entry.to_stub then
        return "request"
    elseif entry.notification then
        return "notification"
    elseif entry.console then
        return "console output"
    end
    return entry.resend and "reply, sent again" or (entry.request and "reply" or "stop or late reply")
end

-- One packet: $payload#cs or %payload#cs ---------------------------------------------------------------------------

local function add_pairing(tree, entry)
    if entry.reply then
        tree:add(f.reply_in, entry.reply.number):set_generated()
    elseif entry.request then
        tree:add(f.reply_to, entry.request.number):set_generated()
        local seconds = math.max(entry.at - entry.request.at, 0)
        local whole = math.floor(seconds)
        tree:add(f.time, NSTime.new(whole, math.floor((seconds - whole) * 1e9 + 0.5))):set_generated()
    end
end

local function info_of(entry, payload)
    if entry.to_stub then
        local title = entry.row and entry.row.title
        return "> " .. short(visible(payload), 60) .. (title and " (" .. title .. ")" or "")
    end
    local name = entry.request and entry.request.row and entry.request.row.name
    return (entry.notification and "% " or "< ") .. short(visible(payload), 60) .. (name and " [" .. name .. "]" or "")
end

local function dissect_packet(tvb, at, hash, pinfo, tree)
    local whole = tvb(at, hash + 3 - at)
    local body = hash > at + 1 and tvb(at + 1, hash - at - 1) or nil
    local raw = body and body:raw() or ""
    local payload = decode(raw)
    local notification = tvb(at, 1):uint() == 0x25
    local stream = stream_of(pinfo, payload)
    local to_stub = stream.stub_port == nil or pinfo.dst_port == stream.stub_port
    local sum = sum_of(raw)
    local said = tvb(hash + 1, 2):raw()
    local wrong = tonumber(said, 16) ~= sum
    local key = pinfo.number .. ":" .. at
    local entry = found[key] or learn(pinfo, stream, key, payload, to_stub, notification, wrong)

    local sub = tree:add(proto, whole, "GDB Remote Serial Protocol: " .. info_of(entry, payload))
    sub:add(f.kind, whole, kind_of(entry))
    local row = entry.row or (entry.request and entry.request.row)
    if row then
        sub:add(f.packet, whole, row.name)
        if row.title then
            sub:add(f.title, whole, row.title)
        end
    end
    local range = body or whole
    sub:add(f.payload, range, visible(payload))
    if entry.row then
        sub:add(f.effect, whole, entry.row.effect)
        add_arguments(sub, entry.row, entry.rest, range)
    elseif not entry.to_stub then
        add_reply(sub, payload, range)
    end
    sub:add(f.checksum, tvb(hash + 1, 2), visible(said))
    if wrong then
        sub:add(f.bad, tvb(hash + 1, 2), true)
        sub:add_proto_expert_info(wrong_checksum, string.format("The sum is %02x", sum))
    end
    add_pairing(sub, entry)
    return info_of(entry, payload)
end

local SINGLE = {[0x2b] = {"acknowledgment", "+"}, [0x2d] = {"negative acknowledgment", "-"}, [0x03] = {"interrupt", "interrupt"}}

local function dissect_single(tvb, at, pinfo, tree)
    local what = SINGLE[tvb(at, 1):uint()]
    tree:add(proto, tvb(at, 1), "GDB Remote Serial Protocol: " .. what[1]):add(f.kind, tvb(at, 1), what[1])
    local stream = stream_of(pinfo)
    if what[2] == "-" and not pinfo.visited and pinfo.dst_port == stream.stub_port then
        stream.resend = true
    end
    return what[2]
end

-- The index of '#', or nil where the packet goes on in the next segment.
local function find_hash(text, at)
    local hash = text:find("#", at + 2, true)
    return hash and hash + 2 <= #text and hash - 1 or nil
end

function proto.dissector(tvb, pinfo, tree)
    local text = tvb:raw()
    local at, infos = 0, {}
    while at < #text do
        local c = text:byte(at + 1)
        if c == 0x24 or c == 0x25 then
            local hash = find_hash(text, at)
            if not hash then
                pinfo.desegment_offset = at
                pinfo.desegment_len = DESEGMENT_ONE_MORE_SEGMENT
                break
            end
            infos[#infos + 1] = dissect_packet(tvb, at, hash, pinfo, tree)
            at = hash + 3
        elseif SINGLE[c] then
            infos[#infos + 1] = dissect_single(tvb, at, pinfo, tree)
            at = at + 1
        else
            local stop = (text:find("[$%%+%-\3]", at + 2) or #text + 1) - 1
            tree:add(proto, tvb(at, stop - at), "GDB Remote Serial Protocol: garbage"):add_proto_expert_info(garbage)
            at = stop
        end
    end
    if #infos > 0 then
        pinfo.cols.protocol = "GDB RSP"
        pinfo.cols.info = short(table.concat(infos, "  "), 200)
    end
    return #text
end

-- A segment that begins with a whole packet of a good checksum (acknowledgments before it), or a long one that has begun
-- with a known request, is ours on any port.
local function is_ours(tvb, pinfo, tree)
    local text = tvb:raw()
    local from = text:find("[^+%-]")
    local letter = from and text:sub(from, from)
    if letter ~= "$" and letter ~= "%" then
        return false
    end
    local payload, said = text:match("^([^#]*)#(%x%x)", from + 1)
    if not payload then
        return false
    end
    if sum_of(payload) ~= tonumber(said, 16) then
        return false
    end
    pinfo.conversation = proto
    proto.dissector(tvb, pinfo, tree)
    return true
end

proto:register_heuristic("tcp", is_ours)
DissectorTable.get("tcp.port"):add_for_decode_as(proto)
