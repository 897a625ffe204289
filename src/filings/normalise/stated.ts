/** Returns the text, or null if the form leaves it blank or prints dashes. */
export function toNullIfUnstated(text: string | null | undefined): string | null {
  const value = collapseSpaces(text ?? "");
  return value === "" || /^-+$/.test(value) ? null : value;
}

export function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
