// What the linter enforces: common rules, and the allowed imports (docs/architecture.md). `lint.test.ts` breaks each
// of our own rules.
import { defineConfig } from 'oxlint'
/**
 * Each module may import those to its left, through the file named like its folder. `support` is reserved:
 * its place is fixed before its folder exists.
 */
export const MODULES: readonly string[] = [
  'staff',
  'ledger',
  'members',
  'notices',
  'content',
  'banking',
  'deposits',
  'withdrawals',
  'documents',
  'invoices',
  'levels',
  'campaigns',
  'tracking',
  'orders',
  'support',
  'support',
  'transparency',
  'privacy',
  'overview',
]
/** Above all modules; they may import every one, by its interface, and none imports them. */
const ABOVE = ['operations', 'demo']
/** Composition roots: they import every module's routes and jobs from the files that define them. */
const LISTS = ['server/src/web.ts', 'server/src/worker.ts']
const PRODUCT = ['contract', 'ui', 'member', 'admin', 'server']
/** What tests, drills and benchmarks share, and the last three themselves, none of which imports another. */
const AROUND = ['testing', 'e2e', 'faults', 'bench']
const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/*.e2e.ts']

/** The configuration and the commands, which pass it on; everything else gets what it needs as an argument. */
const READS_ENVIRONMENT = [
  'server/src/platform/explain.ts',
  'server/src/platform/config.ts',
  'server/src/main.ts',
  'server/src/process.ts',
  'server/src/operations/start-up.ts',
  'server/src/operations/migrate.command.ts',
  'server/src/operations/restore.command.ts',
  'server/src/operations/build.ts',
  'server/src/ledger/check.command.ts',
  'server/src/members/invite.command.ts',
  'server/src/staff/first-owner.command.ts',
  'server/src/staff/disable-operator.command.ts',
  'server/src/operations/backup.command.ts',
  'server/src/operations/rotate-keys.command.ts',
  'server/src/tracking/distribute.command.ts',
]

/** Files whose property names are codes, or options of other programs and libraries. */
const FOREIGN_NAMES = [
  'admin/src/banking/ConfirmStatementDialog.tsx',
  'admin/src/components/Status.tsx',
  'admin/src/texts/**',
  'member/src/shell/history/Filters.tsx',
  'member/src/transparency/labels.ts',
  'server/src/banking/{bank-csv,csv-mappings,pain002}.ts',
  'server/src/campaigns/landing.ts',
  'server/src/demo/money-queues.ts',
  'server/src/deposits/stripe.ts',
  'server/src/documents/statement-csv.ts',
  'server/src/invoices/invoices.routes.ts',
  'server/src/ledger/{checks.admin,ledger.admin.store}.ts',
  'server/src/levels/table.ts',
  'server/src/members/{mails,operator-locks,recovery.routes,security.routes}.ts',
  'server/src/notices/kinds.ts',
  'server/src/operations/*.ts',
  'server/src/platform/credentials/second-factor.ts',
  'server/src/platform/database/*.ts',
  'server/src/privacy/{closed-accounts,own-rows}.ts',
  'server/src/staff/member-texts.ts',
  'server/src/tracking/{devices,distribute.command,evidence}.ts',
  'server/src/withdrawals/payout-reports.ts',
]
const camelCase = (properties: boolean) => ({
  'names/camel-case': ['error', { properties }] as ['error', object],
})

interface Restriction {
  readonly group: string[]
  readonly message: string
}

/** Forbids imports from all workspaces and folders around the product but these, by package name or by path. */
function onlyWorkspaces(...allowed: string[]): Restriction {
  const others = [...PRODUCT, ...AROUND].filter((name) => !allowed.includes(name))
  return {
    group: others.flatMap((name) => [
      `@fairturn/${name}/**`,
      AROUND.includes(name) ? `../**/${name}/**` : `../**/${name}/src/**`,
    ]),
    message: `only ${allowed.join(', ')} may be imported here`,
  }
}
/** Forbids imports from these modules. `up` is the path to server/src. */
const without = (modules: readonly string[], message: string, up = '../**'): Restriction => ({
  group: modules.map((name) => `${up}/${name}/**`),
  message,
})
/** Forbids imports from these modules except their public interface. */
const byInterface = (modules: readonly string[], up = '../**'): Restriction => ({
  group: modules.flatMap((name) => [`${up}/${name}/**`, `!${up}/${name}/${name}.ts`]),
  message: 'a module is entered by the file named like its folder',
})
const restrict = (files: string[], restrictions: Restriction[], excludeFiles: string[] = []) => ({
  files,
  excludeFiles,
  rules: { 'no-restricted-imports': ['error', { patterns: restrictions }] as ['error', object] },
})
const SERVER = onlyWorkspaces('server', 'contract')

export default defineConfig({
  jsPlugins: ['./case-rule.ts'],
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y', 'vitest', 'node'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'vitest/no-disabled-tests': 'error',
    'vitest/no-focused-tests': 'error',
    'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
    'import/no-unassigned-import': 'off',
    'react/react-in-jsx-scope': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'react/no-unescaped-entities': 'off',
  },
  overrides: [
    {
      files: PRODUCT.map((name) => `${name}/src/**`),
      excludeFiles: [...TESTS, ...FOREIGN_NAMES],
      rules: camelCase(true),
    },
    {
      files: [...FOREIGN_NAMES, ...TESTS, ...AROUND.map((name) => `${name}/**`), 'server/test/**'],
      rules: camelCase(false),
    },
    {
      files: ['server/src/**/*.ts'],
      excludeFiles: [...TESTS, ...READS_ENVIRONMENT],
      rules: { 'node/no-process-env': 'error' },
    },
    restrict(
      ['contract/src/**/*.ts'],
      [
        {
          group: ['*', '!zod', '!./**', '!../**', ...onlyWorkspaces('contract').group],
          message: 'the contract imports zod only',
        },
      ],
      TESTS,
    ),
    restrict(['ui/src/**'], [onlyWorkspaces('ui', 'contract')]),
    restrict(['member/src/**'], [onlyWorkspaces('member', 'ui', 'contract')]),
    restrict(['admin/src/**'], [onlyWorkspaces('admin', 'ui', 'contract')]),
    restrict(['server/**/*.ts'], [SERVER]),
    restrict(
      ['server/test/**/*.ts', 'server/src/**/*.test.ts'],
      [onlyWorkspaces('server', 'contract', 'testing')],
    ),
    restrict(
      ['testing/**/*.ts'],
      [
        onlyWorkspaces(...PRODUCT, 'testing'),
        { group: ['../**/server/test/**', '**/*.test.ts'], message: 'testing imports no test' },
      ],
    ),
    ...['e2e', 'faults', 'bench'].map((name) =>
      restrict([`${name}/**/*.ts`], [onlyWorkspaces(...PRODUCT, 'testing', name)]),
    ),
    restrict(['server/src/*/**/*.ts'], [SERVER, byInterface(MODULES)], TESTS),
    restrict(['server/src/*.ts'], [SERVER, byInterface(MODULES, '.')], [...TESTS, ...LISTS]),
    restrict(
      ['server/src/platform/**/*.ts'],
      [SERVER, without([...MODULES, ...ABOVE], 'the platform lies below the modules and knows none of them')],
      TESTS,
    ),
    ...MODULES.map((name, i) =>
      restrict(
        [`server/src/${name}/**/*.ts`],
        [
          SERVER,
          without(MODULES.slice(i + 1), `${name} may not import a module to its right`),
          without(ABOVE, 'no module imports operations or demo'),
          byInterface(MODULES.slice(0, i)),
        ],
        TESTS,
      ),
    ),
    restrict(
      ['server/src/links.ts'],
      [
        SERVER,
        {
          group: [
            './*/**',
            '!./platform/config.ts',
            '!./platform/{database,queue,telemetry}/**',
            '!./platform/http/protocol.ts',
            '!./tracking/link-service.ts',
          ],
          message:
            'links.ts imports config, database, queue, telemetry, protocol and the link service of tracking',
        },
      ],
    ),
  ],
  ignorePatterns: ['**/dist/**', '**/locales/*.js', '**/locales/*.ts'],
})
