/** A fake mail server that accepts or rejects messages and knows the SMTP commands that a sender needs. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface ReceivedMail {
  readonly to: string;
  readonly message: string;
}

/** Starts the server. @param refusals number of mails to reject first. */
export async function startMailServer(refusals = 0) {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let left = refusals;
  const server = createServer((socket) => {
    sockets.add(socket);
    let to = "";
    let text = "";
    let inMessage = false;
    const reply = (line: string) => socket.write(`${line}\r\n`);
    reply("220 test");
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      text += chunk.toString("utf8");
      for (;;) {
        const end = text.indexOf(inMessage ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const line = text.slice(0, end);
        text = text.slice(end + (inMessage ? 5 : 2));
        if (inMessage) {
          inMessage = false;
          received.push({ to, message: line });
          reply("250 taken");
        } else if (/^RCPT TO:/i.test(line)) {
          to = /<(.*)>/.exec(line)?.[1] ?? "";
          reply(left-- > 0 ? "451 later, please" : "250 fine");
        } else if (/^DATA/i.test(line)) {
          inMessage = true;
          reply("354 go on");
        } else reply(/^QUIT/i.test(line) ? "221 bye" : "250 fine");
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
