// How much is tried: FUZZ_RUNS runs more than a test run has time for, FUZZ_SEED repeats a run.

export const RUNS = Number(process.env['FUZZ_RUNS'] ?? 3000)
export const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)
