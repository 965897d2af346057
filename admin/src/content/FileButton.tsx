// Choosing a file and sending it: the server says what it makes of it.
import type { FileKind } from '@fairturn/contract/backoffice/content'
import { useState } from 'react'
import { upload } from '../api.ts'
import { ChooserButton } from '../ChooserButton.tsx'
import { useNotifyFailure } from '../failures.ts'

interface FileButtonProps {
  kind: FileKind
  label: string
  accept: string
  /** Where it can be shown from. */
  onKept: (url: string) => void
}

export function FileButton({ kind, label, accept, onKept }: FileButtonProps) {
  const say = useNotifyFailure()
  const [busy, setBusy] = useState(false)
  async function send(file: File) {
    setBusy(true)
    try {
      const form = new FormData()
      form.append('file', file)
      onKept((await upload('POST backoffice/files', form, { kind })).url)
    } catch (failure) {
      say(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ChooserButton
      variant="outlined"
      size="small"
      loading={busy}
      label={label}
      accept={accept}
      onFile={(file) => void send(file)}
    >
      {label}
    </ChooserButton>
  )
}
