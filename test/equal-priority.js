/**
 * Loaded first into every process of a run of the tests: what reads scans or makes data files keeps the priority of all others. Beside a service it
 * gives way, and has the processor most of the time; beside other tests, which never cease, it would have it for hardly any.
 */
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

os.setPriority = () => {};
syncBuiltinESMExports();
