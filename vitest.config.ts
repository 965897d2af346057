// Which tests there are. Server tests share one PostgreSQL cluster; the journeys in a browser run after them, and then the
// drills in short.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['server/test/faults/**'],
          globalSetup: ['server/test/cluster.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
          maxWorkers: 2,
          // Each file has a database and an app of its own, and the program keeps nothing in its modules: loading it anew for
          // every file took as long as a fifth of the tests.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'plain',
          include: ['{contract,scripts}/**/*.test.ts', '{tidy,lint}.test.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'ui',
          include: ['{ui,member,admin}/src/**/*.test.{ts,tsx}'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Each breaks processes that it has started itself. How long they take is not asked here, but by `npm run faults`.
        test: {
          name: 'drills',
          include: ['server/test/faults/**/*.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
