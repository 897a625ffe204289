interface Signal {
  raise(): void;
  /** Ends after so long, or when the signal is raised. */
  wait(ms: number): Promise<void>;
}

/** A wait that can be ended from elsewhere; a signal that is raised while nobody waits ends the next wait. */
export function createSignal(): Signal {
  let isRaised = false;
  let end: (() => void) | undefined;
  return {
    raise() {
      isRaised = true;
      end?.();
    },
    async wait(ms) {
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
