/** For `catch`: the value to go on with if there is no such file or folder; any other error is thrown. */
export function ignoreMissing<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return instead;
    throw error;
  };
}
