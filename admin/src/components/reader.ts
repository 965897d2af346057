import type { Locale } from '@fairturn/contract/locales'
import type { TemplateKind } from '../texts/reason-templates.ts'

/** The member who reads a reason. */
export interface Reader {
  /** Undefined where the operator may not know it. */
  locale: Locale | undefined
  templates: TemplateKind
}
