// Before any schema is made: Zod would try whether it may make code from text; the page's policy forbids it, and each try is
// reported as a breach (https://zod.dev, `jitless`). It may be loaded by now, so what it holds is changed, not replaced.
const zod = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
zod.__zod_globalConfig ??= {}
zod.__zod_globalConfig.jitless = true
