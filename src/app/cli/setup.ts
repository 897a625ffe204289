/** `setup`: asks three questions and writes the answers to `.env`, which the program reads at startup. */
import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseEnv } from "node:util";
import { formatCommand } from "../../base/command-line.ts";
import { readSettingsText, SETTINGS_FILE } from "../../base/config.ts";
import { UsageError } from "../../base/errors.ts";
import { SETTINGS } from "../../base/settings.ts";
import { replaceSettings, writeSettingsText } from "./settings-file.ts";

interface Dialog {
  /** The next answer; null when there are no more. */
  readonly readAnswer: () => Promise<string | null>;
  readonly write: (text: string) => void;
  /** True if the answers come from a person, who can be asked again; false if they come from a file. */
  readonly isPerson: boolean;
}

type PromptedSetting = "SENATE_EFD_ACCEPT_TERMS" | "CONTACT" | "PORT";

interface Question {
  readonly name: PromptedSetting;
  readonly about: string;
  readonly prompt: string;
  /** Formats the value as a person types it; `read` parses it. */
  readonly formatValue: (value: string) => string;
  readonly read: (answer: string) => string;
}

const TERMS = `The Senate's site, https://efdsearch.senate.gov/search/home/, asks each user to accept an agreement. In short (5 U.S.C. 13107(c)):
it is unlawful to obtain or use a report for any unlawful purpose; for any commercial purpose, other than by news and communications media
for dissemination to the general public; to determine or establish the credit rating of anybody; or, directly or indirectly, to solicit money
for any political, charitable or other purpose. The Attorney General may sue violators. The agreement binds you
and the people you serve. If you do not accept it, Senate reports are left out.`;

const CONTACT = "Every request to the official sites includes a contact address for them to use in case of trouble.";

const QUESTIONS: readonly Question[] = [
  {
    name: "SENATE_EFD_ACCEPT_TERMS",
    about: TERMS,
    prompt: "Do you accept it? yes or no",
    formatValue: (value) => (value === "true" ? "yes" : "no"),
    read: (answer) => String(parseYesNo("Your answer", answer)),
  },
  {
    name: "CONTACT",
    about: CONTACT,
    prompt: "Your e-mail address or web page",
    formatValue: (value) => value || "none",
    read: (answer) => answer,
  },
  {
    name: "PORT",
    about: "The service listens on a port of this machine.",
    prompt: "Port",
    formatValue: (value) => value,
    read: (answer) => answer,
  },
];

export async function runSetupCommand(environment: NodeJS.ProcessEnv): Promise<void> {
  const file = path.resolve(environment[SETTINGS_FILE] || ".env");
  const input = createInterface({ input: process.stdin, terminal: false });
  const lines = input[Symbol.asyncIterator]();
  const answers = await askAndSaveSettings(file, {
    isPerson: process.stdin.isTTY === true,
    write: (text) => process.stdout.write(text),
    readAnswer: async () => {
      const { value, done } = await lines.next();
      return done === true ? null : value;
    },
  }).finally(() => input.close());
  for (const [name, value] of Object.entries(answers)) {
    const inEnvironment = environment[name] ?? "";
    if (inEnvironment !== "" && inEnvironment !== value)
      process.stdout.write(`${name}=${inEnvironment} in the environment overrides the file.\n`);
  }
}

/** Asks the questions and writes the answers to the file. Writes none if an answer is missing or wrong. @throws {UsageError} */
export async function askAndSaveSettings(file: string, dialog: Dialog): Promise<Readonly<Record<string, string>>> {
  const text = readSettingsText(file);
  const before = parseEnv(text);
  const values: Record<string, string> = {};
  for (const question of QUESTIONS) {
    const value = await askQuestion(dialog, question, before[question.name] || SETTINGS[question.name].default);
    if (value !== "") values[question.name] = value;
  }
  const replaced = Object.entries(values).filter(([name, value]) => before[name] && before[name] !== value);
  if (replaced.length > 0) {
    const changes = replaced.map(([name, value]) => `${name}=${before[name]} by ${value}`).join(", ");
    dialog.write(`\nReplace in ${file}: ${changes}? yes or no [no] `);
    const agreed = await dialog.readAnswer();
    if (agreed === null) {
      throw new UsageError(`Nothing was written: to replace values in ${file}, answer yes in a fourth line of input.`);
    }
    if (!parseYesNo("Whether to replace them", agreed)) {
      dialog.write("\nNothing was written.\n");
      return {};
    }
  }
  const isNew = !existsSync(file);
  writeSettingsText(file, replaceSettings(isNew ? HEAD : text, values));
  const off = values["SENATE_EFD_ACCEPT_TERMS"] === "true" ? "" : " Senate reports are left out.";
  dialog.write(
    `\n${Object.keys(values).join(", ")} ${isNew ? "are written to" : "are in"} ${file}, which only you can read.${off}\n` +
      `\`${formatCommand("serve")}\` and every command read it. Restart a running service.\n`,
  );
  return values;
}

const HEAD = "# Settings of congress-trades; all of them: docs/settings.md\n";

async function askQuestion(
  { readAnswer, write, isPerson }: Dialog,
  question: Question,
  defaultValue: string,
): Promise<string> {
  const { name, about, prompt, formatValue, read } = question;
  write(`\n${about}\n`);
  for (;;) {
    write(`${prompt} [${formatValue(defaultValue)}] `);
    const line = await readAnswer();
    if (line === null) throw new UsageError(explainMissingAnswers());
    const typed = line.trim();
    if (!isPerson) write(`${typed}\n`);
    try {
      return typed === "" ? defaultValue : validateValue(name, read(typed));
    } catch (error) {
      if (!(error instanceof UsageError) || !isPerson) throw error;
      write(`${error.message}\n`);
    }
  }
}

function explainMissingAnswers(): string {
  return (
    "Nothing was written: not every question was answered. Run the command in a terminal, or pipe three lines to it with one answer each (an empty line accepts the default in brackets): " +
    `printf 'no\\nname@example.org\\n3000\\n' | ${formatCommand("setup")}`
  );
}

/** @throws {UsageError} */
function parseYesNo(what: string, answer: string): boolean {
  const word = answer.trim().toLowerCase();
  if (word === "yes" || word === "y") return true;
  if (word === "no" || word === "n" || word === "") return false;
  throw new UsageError(`${what} must be yes or no, not "${answer.trim()}".`);
}

/** @throws {UsageError} */
function validateValue(name: PromptedSetting, value: string): string {
  try {
    SETTINGS[name].read(value);
    return value;
  } catch (cause) {
    throw new UsageError(`${name} must be ${(cause as Error).message}, not "${value}".`, { cause });
  }
}
