/** Creates a `catch` handler that returns `instead` if a file or folder does not exist. The handler throws any other error. */
export function ignoreMissingFile<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return instead;
    throw error;
  };
}
