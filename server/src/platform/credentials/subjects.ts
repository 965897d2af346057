// Subjects of credentials, and all policy differences between members and operators. Every statement filters by kind and id:
// equal ids of two kinds are two subjects (subjects.test.ts).
import type { Config } from '../config.ts'

export type SubjectKind = 'member' | 'operator'

export interface Subject {
  readonly kind: SubjectKind
  readonly id: string
}

export const memberSubject = (id: string): Subject => ({ kind: 'member', id })
export const operatorSubject = (id: string): Subject => ({ kind: 'operator', id })

interface CredentialPolicy {
  /** Origin that passkeys are bound to; undefined: taken from the request. */
  readonly origin: (config: SiteConfig) => string | undefined
  /** Whether a password alone is enough to sign in. If not, the last other credential cannot be removed. */
  readonly secondFactor: 'optional' | 'required'
  /** Number of recovery codes per set; with 0 none are accepted. */
  readonly recovery_codes: number
}

export type SiteConfig = Pick<Config, 'publicOrigin' | 'adminOrigin'>

export const memberPolicy: CredentialPolicy = {
  origin: ({ publicOrigin }) => publicOrigin,
  secondFactor: 'optional',
  recovery_codes: 10,
}

/** An operator who has lost their credentials is re-enrolled by two colleagues (staff/operators.ts). */
export const operatorPolicy: CredentialPolicy = {
  origin: ({ adminOrigin }) => adminOrigin,
  secondFactor: 'required',
  recovery_codes: 0,
}

export const policyOf = ({ kind }: Pick<Subject, 'kind'>): CredentialPolicy =>
  kind === 'member' ? memberPolicy : operatorPolicy
