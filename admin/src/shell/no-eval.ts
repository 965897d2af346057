// Must run before any schema is created: Zod probes whether it may compile code; the CSP forbids that, and
// each probe would be reported as a violation (https://zod.dev, `jitless`). Zod may already be loaded, so its
// configuration is modified, not replaced.
const zod = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
zod.__zod_globalConfig ??= {}
zod.__zod_globalConfig.jitless = true
