import { spawn } from "node:child_process";
import { constants } from "node:os";
import { findNode, TOO_OLD } from "./find-node.js";

/**
 * Goes on as the right Node with these arguments: in this very process where the system can, so that whoever supervises it has one
 * process to signal, otherwise as its parent.
 * @param env the environment of that Node.
 */
export function handOver(argv, env = process.env) {
  const node = findNode();
  if (node === null) {
    process.stderr.write(
      `${TOO_OLD}: install a newer one, or run \`npm install node-${process.platform}-${process.arch}\` beside it.\n`,
    );
    process.exit(1);
  }
  if (process.execve !== undefined && process.platform !== "win32") process.execve(node, [node, ...argv], env);
  // The channel closes when this process is gone, also by a SIGKILL that it cannot pass on: the command then ends by itself.
  const child = spawn(node, argv, { stdio: ["inherit", "inherit", "inherit", "ipc"], env });
  // A terminal's Ctrl+C reaches the child by itself.
  const terminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  process.on("SIGINT", () => terminal || child.kill("SIGINT"));
  for (const signal of ["SIGTERM", "SIGHUP", "SIGUSR2"]) {
    // Windows does not know all of them.
    if (constants.signals[signal] !== undefined) process.on(signal, () => child.kill(signal));
  }
  child.once("error", (error) => {
    process.stderr.write(`${node} could not be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.once("exit", (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}
