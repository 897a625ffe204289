/**
 * Loaded first into every process of a test run, so that processes that read scans or make data files keep normal priority. In
 * production their priority is lower than the service's, yet they have the processor most of the time. Other tests never stop
 * using the processor, so at a lower priority these processes would hardly run.
 */
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

os.setPriority = () => {};
syncBuiltinESMExports();
