import { Button } from '@fairturn/ui/Button.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
// Recovery codes, shown only once: to copy, save as a file or write down.
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../../shell/Dialog.tsx'
import { useSettings, useUser } from '../../shell/useSession.ts'
import { copyText } from '../../tracking/copy.ts'

export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useLingui()
  const username = useUser()?.username ?? ''
  const site = useSettings()?.site_title.value || 'Fairturn'
  const text = codes.join('\n')

  function download() {
    const url = URL.createObjectURL(new Blob([`${site} · ${username}\n\n${text}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${site}-recovery-codes.txt`
    link.click()
    URL.revokeObjectURL(url)
  }

  return (
    <Dialog
      onClose={onClose}
      title={t`Your recovery codes`}
      actions={<Button onClick={onClose}>{t`I have saved them`}</Button>}
    >
      <div className="mt-3">
        <Note tone="action">
          <Trans>
            They are shown only once. Store them somewhere other than this phone. Each code works once, to
            sign in or to set a new password.
          </Trans>
        </Note>
      </div>
      <ol className="figures mt-4 grid gap-x-4 gap-y-1.5 rounded-control border border-line p-3.5 text-center font-semibold tracking-wide select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap gap-2.5 *:flex-1">
        <Button variant="secondary" icon="copy" onClick={() => void copyText(text, t`Codes copied`)}>
          {t`Copy`}
        </Button>
        <Button variant="secondary" icon="deposit" onClick={download}>
          {t`Download`}
        </Button>
      </div>
    </Dialog>
  )
}
