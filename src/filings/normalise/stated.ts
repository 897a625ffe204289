/** The text, or null where the form leaves it blank or prints its dashes. */
export function stated(text: string | null | undefined): string | null {
  const value = squeezed(text ?? "");
  return value === "" || /^-+$/.test(value) ? null : value;
}

export function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
