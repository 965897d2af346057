// The mutated files by target, with the tests that must detect the mutants, fastest first.
interface Target {
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
}

export const TARGETS: Readonly<Record<string, Target>> = {
  reward: {
    mutate: ['server/src/orders/reward.ts', 'server/src/levels/rates.ts'],
    tests: ['server/src/orders/{reward,unclaimed}.test.ts', 'server/src/levels/rates.test.ts'],
  },
  'visit-rules': {
    mutate: ['server/src/tracking/{rules,signals}.ts'],
    tests: ['server/src/tracking/{rules,signals}.test.ts', 'server/src/orders/quality.test.ts'],
  },
  posting: {
    mutate: ['server/src/ledger/{ledger,entries,balances,adjustments}.ts'],
    tests: ['server/src/ledger/{ledger,holds,ledger.admin,daily-totals}.test.ts'],
  },
  checks: {
    mutate: [
      'server/src/ledger/{checks,checker,checkpoint,chain-verification,daily-verification,span,freezes,affected-accounts}.ts',
    ],
    tests: [
      'server/src/ledger/{checker,checks}.test.ts',
      'server/src/ledger/daily-verification.test.ts',
      'server/src/ledger/ledger.admin.test.ts',
      'server/src/operations/checkers.test.ts',
    ],
  },
  approvals: {
    mutate: ['server/src/staff/{approvals,approvals.store,approvals.routes}.ts'],
    tests: ['server/src/staff/{approvals,operators}.test.ts'],
  },
  'member-sign-in': {
    mutate: ['server/src/members/{sessions,tokens}.ts'],
    tests: [
      'server/src/members/{sessions,tokens,members,members.admin,lock,passkeys}.test.ts',
      'server/src/platform/http/headers.test.ts',
    ],
  },
  credentials: {
    mutate: ['server/src/platform/credentials/{attempts,one-time-codes,passwords,recovery-codes,tokens}.ts'],
    tests: [
      'server/src/platform/credentials/*.test.ts',
      'server/src/members/{members,one-time-codes,recovery,lock}.test.ts',
      'server/src/staff/{sessions,sign-in,staff,operators}.test.ts',
      'server/src/platform/http/address.test.ts',
      'server/src/operations/rotation.test.ts',
    ],
  },
  'staff-sign-in': {
    mutate: ['server/src/staff/{sign-in.routes,sessions,verification}.ts'],
    tests: [
      'server/src/staff/{sessions,sign-in,staff,operators,approvals}.test.ts',
      'server/src/platform/credentials/owners.test.ts',
      'server/src/platform/http/headers.test.ts',
    ],
  },
}
