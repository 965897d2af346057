// Choosing a file and sending it: the server says what it makes of it.
import { Button } from '@mui/material'
import type { FileKind } from '@fairturn/contract/backoffice/content'
import { type ChangeEvent, useRef, useState } from 'react'
import { upload } from '../api.ts'
import { useSayFailure } from '../failures.ts'

interface Choosing {
  kind: FileKind
  label: string
  accept: string
  /** Where it can be shown from. */
  onKept: (url: string) => void
}

export function FileButton({ kind, label, accept, onKept }: Choosing) {
  const say = useSayFailure()
  const [busy, setBusy] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  async function send({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (file === undefined) return
    setBusy(true)
    try {
      const form = new FormData()
      form.append('file', file)
      onKept((await upload('POST backoffice/files', form, { kind })).url)
    } catch (failure) {
      say(failure)
    } finally {
      setBusy(false)
      // The same file may be chosen again.
      target.value = ''
    }
  }
  return (
    <>
      <Button variant="outlined" size="small" loading={busy} onClick={() => chooser.current?.click()}>
        {label}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => void send(event)}
      />
    </>
  )
}
