/** Tells once that it goes on, and then does not come back from its own work. */
process.send?.({ kind: "alive" });
setTimeout(() => {
  for (;;);
}, 10);
