import { spawn } from "node:child_process";
import { constants } from "node:os";
import { findNode, TOO_OLD } from "./find-node.js";

/**
 * Runs the right Node with these arguments. If the system allows, it replaces this process, so that a supervisor has only one process to signal.
 * Otherwise it runs as a child, and signals and the exit code are passed on.
 * @param argv arguments for Node: its options, the program, and the program's arguments.
 * @param env environment of that Node.
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
  // The IPC channel closes when this process ends, even by SIGKILL, which it cannot pass on: the command then exits by itself.
  const child = spawn(node, argv, { stdio: ["inherit", "inherit", "inherit", "ipc"], env });
  // Ctrl+C in a terminal reaches the child directly.
  const terminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  process.on("SIGINT", () => terminal || child.kill("SIGINT"));
  for (const signal of ["SIGTERM", "SIGHUP", "SIGUSR2"]) {
    // Windows lacks some of these signals.
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
