/** Reports once that it is alive, then never returns to its event loop. */
process.send?.({ kind: "alive" });
setTimeout(() => {
  for (;;);
}, 10);
