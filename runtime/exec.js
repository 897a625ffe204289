#!/usr/bin/env node
// `exec` for Windows, whose shell has none: runs a command and exits with its status. Shells of other systems use their own.
import { spawnSync } from "node:child_process";

const [command, ...args] = process.argv.slice(2);
const { status, error } = spawnSync(command === "node" ? process.execPath : command, args, { stdio: "inherit" });
if (error) process.stderr.write(`${command} could not be started: ${error.message}\n`);
process.exit(status ?? 1);
