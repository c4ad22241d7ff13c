// A model on loopback, for the agents' own programs: it speaks Anthropic's Messages, OpenAI's Responses and Chat
// Completions, and Gemini's interface. What it answers is a list of turns that the test gives it (`POST /turns`):
// a turn is a list of `{"say": TEXT}` and `{"call": TOOL, "with": ARGUMENTS}`; without one it says "Done.". What it
// was asked is told by `GET /heard`, a list of requests as text.
import http from "node:http";

let turns = [];
let heard = [];
let count = 0;

const id = (prefix) => `${prefix}_${String(++count).padStart(6, "0")}`;
const usage = { input: 1000, output: 10 };

/** The next turn. A request without tools, or for a summary, is the program's own errand and takes none. */
function next(asked, text) {
  const hasTools = Array.isArray(asked.tools) && asked.tools.length > 0;
  if (/detailed summary of (the|this|our) conversation|CONTEXT CHECKPOINT COMPACTION|<state_snapshot>/i.test(text)) {
    return [{ say: "<summary>What was said before.</summary>" }];
  }
  if (!hasTools) return [{ say: '{"title": "A session", "next_speaker": "user", "reasoning": "done"}' }];
  return turns.shift() ?? [{ say: "Done." }];
}

/** The last thing that was said to the model: a summary is asked for there. */
function last(asked) {
  const items = asked.messages ?? asked.input ?? asked.contents ?? [];
  return JSON.stringify(Array.isArray(items) ? items.slice(-1) : items);
}

function messages(asked, turn) {
  const content = turn.map((part) =>
    part.call
      ? { type: "tool_use", id: id("toolu"), name: part.call, input: part.with }
      : { type: "text", text: part.say },
  );
  const isCall = content.some((block) => block.type === "tool_use");
  const tokens = { input_tokens: usage.input, output_tokens: usage.output };
  const message = {
    id: id("msg"), type: "message", role: "assistant", model: asked.model, content,
    stop_reason: isCall ? "tool_use" : "end_turn", stop_sequence: null, usage: tokens,
  };
  if (!asked.stream) return message;
  const events = [{ type: "message_start", message: { ...message, content: [], stop_reason: null } }];
  content.forEach((block, index) => {
    const isText = block.type === "text";
    events.push({
      type: "content_block_start", index,
      content_block: isText ? { type: "text", text: "" } : { ...block, input: {} },
    });
    const delta = isText
      ? { type: "text_delta", text: block.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
    events.push({ type: "content_block_delta", index, delta }, { type: "content_block_stop", index });
  });
  const delta = { stop_reason: message.stop_reason, stop_sequence: null };
  events.push({ type: "message_delta", delta, usage: tokens }, { type: "message_stop" });
  return events;
}

function responses(asked, turn) {
  const output = turn.map((part) => {
    if (!part.call) {
      const content = [{ type: "output_text", text: part.say, annotations: [] }];
      return { type: "message", id: id("msg"), role: "assistant", status: "completed", content };
    }
    const call = { call_id: id("call"), status: "completed", name: part.call };
    if (typeof part.with === "string") return { type: "custom_tool_call", id: id("ctc"), ...call, input: part.with };
    const told = { type: "function_call", id: id("fc"), ...call, arguments: JSON.stringify(part.with) };
    return part.namespace ? { ...told, namespace: part.namespace } : told;
  });
  const tokens = {
    input_tokens: usage.input, input_tokens_details: { cached_tokens: 0 },
    output_tokens: usage.output, output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: usage.input + usage.output,
  };
  const response = { id: id("resp"), object: "response", status: "completed", model: asked.model, output, usage: tokens };
  if (!asked.stream) return response;
  const begun = { ...response, status: "in_progress", output: [], usage: null };
  const events = [{ type: "response.created", response: begun }];
  output.forEach((item, output_index) => {
    events.push({ type: "response.output_item.added", output_index, item });
    events.push({ type: "response.output_item.done", output_index, item });
  });
  events.push({ type: "response.completed", response });
  return events;
}

function completions(asked, turn) {
  const text = turn.map((part) => part.say ?? "").join("");
  const calls = turn.filter((part) => part.call).map((part, index) => ({
    index, id: id("call"), type: "function",
    function: { name: part.call, arguments: JSON.stringify(part.with) },
  }));
  const head = { id: id("chatcmpl"), created: 1, model: asked.model };
  const finish_reason = calls.length ? "tool_calls" : "stop";
  const tokens = { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: usage.input + usage.output };
  if (!asked.stream) {
    const message = { role: "assistant", content: text, ...(calls.length && { tool_calls: calls }) };
    return { ...head, object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage: tokens };
  }
  const chunk = (delta, finish_reason = null) =>
    ({ ...head, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] });
  const chunks = [chunk({ role: "assistant", content: text })];
  for (const call of calls) chunks.push(chunk({ tool_calls: [call] }));
  chunks.push(chunk({}, finish_reason), { ...head, object: "chat.completion.chunk", choices: [], usage: tokens });
  return [...chunks, "[DONE]"];
}

function gemini(_asked, turn) {
  const parts = turn.map((part) =>
    part.call ? { functionCall: { name: part.call, args: part.with, id: id("call") } } : { text: part.say },
  );
  const counts = { promptTokenCount: usage.input, candidatesTokenCount: usage.output, totalTokenCount: usage.input + usage.output };
  const candidates = [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }];
  return { candidates, usageMetadata: counts, modelVersion: "model" };
}

const INTERFACES = [
  [/\/messages$/, messages],
  [/\/responses$/, responses],
  [/\/chat\/completions$/, completions],
  [/enerateContent$/, gemini],
];

async function read(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function send(response, value, status = 200) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

function stream(response, events) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    if (event.type) response.write(`event: ${event.type}\n`);
    response.write(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
  }
  response.end();
}

const server = http.createServer(async (request, response) => {
  const path = request.url.split("?")[0];
  const text = await read(request);
  if (path === "/turns") {
    turns = JSON.parse(text);
    heard = [];
    return send(response, {});
  }
  if (path === "/heard") return send(response, heard);
  if (path.endsWith("/models")) {
    return send(response, { object: "list", data: [{ id: "model", object: "model", created: 1, owned_by: "test" }], models: [] });
  }
  if (/count_?tokens$/i.test(path)) return send(response, { input_tokens: 1000, totalTokens: 1000 });
  const known = INTERFACES.find(([form]) => form.test(path));
  if (!known) return send(response, { error: { type: "not_found", message: "no such path" } }, 404);
  const asked = JSON.parse(text);
  heard.push(text);
  const answer = known[1](asked, next(asked, last(asked)));
  if (Array.isArray(answer)) return stream(response, answer);
  if (path.includes("stream")) return stream(response, [answer]);
  return send(response, answer);
});
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => console.log(server.address().port));
