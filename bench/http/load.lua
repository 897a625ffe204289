-- Sends every request from a different client address. Replaces `{skip}` in the path by a random page each time.
local path, tag, pages = nil, "", 1
local number = 0

function init(args)
  path = args[1]
  if args[2] ~= nil and args[2] ~= "" then tag = "If-None-Match: " .. args[2] .. "\r\n" end
  pages = tonumber(args[3] or "1")
  number = tonumber(args[4] or "0")
end

function request()
  number = number + 1
  local asked = path
  if pages > 1 then asked = path:gsub("{skip}", tostring(10 * math.random(0, pages - 1))) end
  return "GET " .. asked .. " HTTP/1.1\r\nHost: localhost\r\n" .. tag .. "X-Forwarded-For: " ..
    (1 + math.floor(number / 16777216) % 9) .. "." .. math.floor(number / 65536) % 256 .. "." ..
    math.floor(number / 256) % 256 .. "." .. number % 256 .. "\r\n\r\n"
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('RESULT {"requests":%d,"seconds":%.6f,"p99Ms":%.3f,"failed":%d}\n', summary.requests,
    summary.duration / 1e6, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
