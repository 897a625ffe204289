import { z } from "zod";
import { METHOD, METHOD_LEAD } from "../../../publication/methodology-text.ts";
import { fetchContent, ToolError } from "../ask.ts";
import { createTool } from "../tool.ts";

const TOPICS = METHOD.map(({ id }) => id);

export const explainMethod = createTool({
  name: "explain_method",
  description:
    "How the data is made: reading, matching of people and securities, lateness, suspect dates, corrections, prices. Use it to explain a field, or why something is null. Lists topics if none is given.",
  input: { topic: z.enum(TOPICS).optional() },
  output: { topics: z.array(z.object({ id: z.string(), title: z.string() })) },
  async answer(ask, { topic }) {
    const { version } = await fetchContent(ask, "/trades", { limit: 1 });
    const sections = METHOD.filter(({ id }) => topic === undefined || id === topic);
    if (sections.length === 0) throw new ToolError(`Unknown topic. Available topics: ${TOPICS.join(", ")}.`);
    const topics = sections.map(({ id, title, blocks }) => ({
      id,
      title,
      ...(topic !== undefined && { text: blocks }),
    }));
    const topicLines = topics.flatMap(({ id, title, text = [] }) => [`${id}: ${title}`, ...text.flat()]);
    return { data: { method: METHOD_LEAD, topics }, lines: [METHOD_LEAD, ...topicLines], version, scope: {} };
  },
});
