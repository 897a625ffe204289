/** Says once that it is alive, then never returns from its own work. */
process.send?.({ kind: "alive" });
setTimeout(() => {
  for (;;);
}, 10);
