import { Avatar } from '@fairturn/ui/Avatar.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { toast } from '@fairturn/ui/toasts.ts'
import { useLingui } from '@lingui/react/macro'
import { useRef, type ChangeEvent } from 'react'
import { queries, upload } from '../shell/client.ts'
import { failureText } from '../shell/failure-text.ts'
import { asSentence, messageTexts, toastMessage } from '../shell/messages.ts'
import { viewerQuery } from '../shell/queries.ts'
import { session } from '../shell/session.ts'
import { useAction } from '../shell/useAction.ts'
import { useUser } from '../shell/useSession.ts'

const MAX_FILE_BYTES = 8 * 1024 * 1024

export function AvatarUpload({ size = 44 }: { size?: number }) {
  const { t } = useLingui()
  const user = useUser()
  const input = useRef<HTMLInputElement>(null)
  const change = useAction({
    run: (file: File) => upload(user?._id ?? '', file),
    async onDone(file) {
      const now = session.user()
      if (now) session.replaceUser({ ...now, file })
      queries.setQueryData(viewerQuery.queryKey, (viewer) => viewer && { ...viewer, file })
      await toastMessage('profile_photo_updated_successfully')
    },
    onFailed: (failure) => toast(failureText(failure).title, 'error'),
  })

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    // Several files may be dropped; the first is used.
    const file = event.target.files?.[0]
    // Cleared, so that choosing the same file again fires a change event.
    event.target.value = ''
    if (!file) return
    if (file.size > MAX_FILE_BYTES) toast(asSentence((await messageTexts()).file_is_too_large), 'error')
    else change.start(file)
  }

  return (
    <>
      <button
        type="button"
        aria-label={t`Change profile photo`}
        aria-busy={change.busy || undefined}
        disabled={change.busy}
        onClick={() => input.current?.click()}
        className="target relative shrink-0 cursor-pointer rounded-control"
      >
        <Avatar name={user?.username ?? ''} src={user?.file ?? undefined} size={size} busy={change.busy} />
        {size > 44 && (
          <span className="absolute -right-1.5 -bottom-1.5 grid size-7 place-items-center rounded-small border border-line bg-surface">
            <Icon name="camera" size={16} />
          </span>
        )}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        tabIndex={-1}
        aria-hidden
        className="hidden"
        onChange={(event) => void choose(event)}
      />
    </>
  )
}
