/** A wait that can be ended from elsewhere; a signal that is raised while nobody waits ends the next wait. */
export function createSignal() {
  let isRaised = false;
  let end: (() => void) | undefined;
  return {
    raise(): void {
      isRaised = true;
      end?.();
    },
    /** Ends after so long, or when the signal is raised. */
    async wait(ms: number): Promise<void> {
      if (!isRaised) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      end = undefined;
      isRaised = false;
    },
  };
}
