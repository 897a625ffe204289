#!/usr/bin/env node
// `exec` for the shell of Windows, which has none: runs what it is told and ends as that ends. Other systems' shells use their own.
import { spawnSync } from "node:child_process";

const [command, ...args] = process.argv.slice(2);
const { status, error } = spawnSync(command === "node" ? process.execPath : command, args, { stdio: "inherit" });
if (error) process.stderr.write(`${command} could not be started: ${error.message}\n`);
process.exit(status ?? 1);
