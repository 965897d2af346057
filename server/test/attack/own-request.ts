import type { Endpoint } from '@fairturn/contract/endpoint'
import { alsoNeeded, idFields, words } from './id-fields.ts'
import { fieldsOf, requiredOf } from './requests.ts'
import type { Resident } from './residents.ts'

export interface RequestInput {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: Record<string, unknown>
}
export const PARTS = ['params', 'query', 'body'] as const

export const namesOf = (call: Endpoint, part: (typeof PARTS)[number]) => Object.keys(fieldsOf(call[part]))

/** A request about this member's own objects. */
export function ownRequest(call: Endpoint, who: Resident): RequestInput {
  const sent: RequestInput = { params: {}, query: {}, body: {} }
  for (const part of PARTS) {
    for (const name of namesOf(call, part)) {
      const value = idFields[name]?.own(who)
      const needed = requiredOf(call[part]).includes(name) || alsoNeeded[call.path]?.includes(name)
      if (value !== undefined) sent[part][name] = value
      else if (needed) sent[part][name] = words[name]
    }
  }
  return sent
}
