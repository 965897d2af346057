import type { FileKind } from '@fairturn/contract/backoffice/content'
import { ChooserButton } from '../components/ChooserButton.tsx'
import { useUpload } from '../shell/endpoint-hooks.ts'
import { useNotifyFailure } from '../shell/failures.ts'

const IMAGES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

interface FileButtonProps {
  kind: FileKind
  label: string
  /** Receives the URL of the stored file. */
  onKept: (url: string) => void
}

export function FileButton({ kind, label, onKept }: FileButtonProps) {
  const { mutate, isPending } = useUpload('POST backoffice/files', { kind })
  const onError = useNotifyFailure()
  function send(file: File) {
    const form = new FormData()
    form.set('file', file)
    mutate(form, { onSuccess: ({ url }) => onKept(url), onError })
  }
  return (
    <ChooserButton
      variant="outlined"
      size="small"
      loading={isPending}
      label={label}
      accept={kind === 'film' ? 'video/mp4,video/webm' : IMAGES}
      onFile={send}
    >
      {label}
    </ChooserButton>
  )
}
