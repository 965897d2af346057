// Cursors of lists: opaque to clients, the last row's sort key to us.
import { refuse } from './refusal.ts'

export const encodeCursor = (value: string): string => Buffer.from(value, 'utf8').toString('base64url')

/** The value an earlier encodeCursor was given; refuses `cursor_is_invalid` unless it has the expected form. */
export function decodeCursor(text: string, form: RegExp = UUID): string {
  const value = Buffer.from(text, 'base64url').toString('utf8')
  if (!form.test(value)) throw refuse('cursor_is_invalid')
  return value
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
