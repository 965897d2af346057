// The owner of credentials, and all differences between members' and operators'. Every statement filters by the kind
// beside the id: equal ids of two kinds are two owners (owners.test.ts).
import type { Config } from '../config.ts'

export type OwnerKind = 'member' | 'operator'

export interface Owner {
  readonly kind: OwnerKind
  readonly id: string
}

export const memberOwner = (id: string): Owner => ({ kind: 'member', id })
export const operatorOwner = (id: string): Owner => ({ kind: 'operator', id })

interface CredentialPolicy {
  /** Their origin: their passkeys are bound to its host. Undefined: from the request. */
  readonly origin: (config: SiteConfig) => string | undefined
  /** Whether one can sign in by the password alone; where not, the last of the other credentials cannot be removed. */
  readonly second_factor: 'optional' | 'required'
  /** How many recovery codes are made at a time; with 0 none is accepted. */
  readonly recovery_codes: number
}

export type SiteConfig = Pick<Config, 'public_origin' | 'admin_origin'>

export const memberPolicy: CredentialPolicy = {
  origin: ({ public_origin }) => public_origin,
  second_factor: 'optional',
  recovery_codes: 10,
}

/** Anyone who has lost theirs is let in again by two colleagues (staff/operators.ts). */
export const operatorPolicy: CredentialPolicy = {
  origin: ({ admin_origin }) => admin_origin,
  second_factor: 'required',
  recovery_codes: 0,
}

export const policyOf = ({ kind }: Pick<Owner, 'kind'>): CredentialPolicy =>
  kind === 'member' ? memberPolicy : operatorPolicy
