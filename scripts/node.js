/** `node scripts/node.js ARGUMENTS`: runs the right Node with these arguments, whichever Node the shell finds first. */
import { handOver } from "../bin/hand-over.js";

handOver(process.argv.slice(2));
