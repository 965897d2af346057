// Before any schema is made: Zod would probe whether it may compile code; the CSP forbids it, and each
// probe is reported as a violation (https://zod.dev, `jitless`). It may be loaded by now, so its state is
// changed, not replaced.
const zod = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
zod.__zod_globalConfig ??= {}
zod.__zod_globalConfig.jitless = true
