// Unsent input of a form: stored in this tab for as long as the session, so that a reload or another screen
// loses nothing. Never a password, a one-time code or a file.
import { useState, type FormEvent } from 'react'
import { session } from '../session.ts'

type DraftValues = Readonly<Record<string, string>>

export interface Draft {
  /** Its state when the form opened; null when there was none, or it has been sent since. */
  readonly typed: DraftValues | null
  /** Adds these fields to it. */
  keep: (fields: DraftValues) => void
  /** Adds the field that changed: for a form's `onChange`. */
  follow: (event: FormEvent<HTMLFormElement>) => void
  /** Sent: nothing is left to store. */
  drop: () => void
}

/** The draft of one form by its name. */
export function useDraft(form: string): Draft {
  const [typed, setTyped] = useState(() => drafts()[form] ?? null)
  const keep = (fields: DraftValues) => store({ ...drafts(), [form]: { ...drafts()[form], ...fields } })
  return {
    typed,
    keep,
    follow({ target }) {
      const { name, value, type, autocomplete } = target as HTMLInputElement
      const secret = type === 'password' || type === 'file' || autocomplete === 'one-time-code'
      if (name && !secret) keep({ [name]: value })
    },
    drop() {
      const { [form]: _sent, ...others } = drafts()
      store(others)
      setTyped(null)
    },
  }
}

/** Of this member, by form. */
function drafts(): Record<string, DraftValues> {
  const member_id = session.user()?._id ?? ''
  const text = session.drafts()
  if (!member_id || !text?.startsWith(member_id)) return {}
  return JSON.parse(text.slice(member_id.length)) as Record<string, DraftValues>
}

function store(all: Record<string, DraftValues>): void {
  const user = session.user()
  if (user) session.keepDrafts(user._id + JSON.stringify(all))
}
