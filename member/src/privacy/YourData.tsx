import { Card } from '@fairturn/ui/Card.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { saveFile } from '../documents/save-file.ts'
import { CredentialDialog } from '../members/security/CredentialDialog.tsx'
import { call } from '../shell/client.ts'
import { Section } from '../shell/Section.tsx'

const CloseAccount = lazy(() => import('./CloseAccount.tsx'))

/** Longer than the default: exporting a long history takes time. */
const EXPORT_TIMEOUT_MS = 120_000

export function YourData() {
  const { t } = useLingui()
  const [opened, setOpened] = useState<'export' | 'close' | null>(null)
  const close = () => setOpened(null)
  return (
    <Section id="data-title" title={t`Your data`} className="mt-7">
      <Card>
        <Row
          title={t`Download your data`}
          detail={<Trans>The data we hold about you, in one readable file.</Trans>}
          onPress={() => setOpened('export')}
        />
        <Row
          title={t`Close account`}
          detail={
            <Trans>
              Permanent. Your personal data is deleted immediately, except invoices and what the law has us
              keep for five years.
            </Trans>
          }
          onPress={() => setOpened('close')}
        />
      </Card>
      {opened === 'export' && <ExportDialog onClose={close} />}
      {opened === 'close' && (
        <Suspense fallback={null}>
          <CloseAccount onClose={close} />
        </Suspense>
      )}
    </Section>
  )
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <CredentialDialog
      title={t`Download your data`}
      lead={<Trans>The file contains your address, bank details and activity. Store it safely.</Trans>}
      confirm={t`Download file`}
      send={async (body) => (await call('POST account/export', { body, timeoutMs: EXPORT_TIMEOUT_MS })).data}
      onDone={async (everything) => {
        onClose()
        const text = JSON.stringify(everything, null, 2)
        await saveFile(new Blob([text], { type: 'application/json' }), 'fairturn-account.json')
      }}
      onClose={onClose}
    />
  )
}
