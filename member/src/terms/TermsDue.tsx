import type { MemberTerms } from '@fairturn/contract/terms'
import { Button } from '@fairturn/ui/Button.tsx'
import { date } from '@fairturn/ui/formats.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { call, queries } from '../shell/client.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { toastMessage } from '../shell/messages.ts'
import { memberId } from '../shell/queries.ts'
import { useAction } from '../shell/useAction.ts'
import { type AgreedPage, memberTermsQuery } from './terms-queries.ts'
import { AgreedText } from './TermsPage.tsx'

/** Asks for agreement to the terms in force; *Later* leaves everything possible but what is new. */
export default function TermsDue({ terms, onLater }: { terms: MemberTerms; onLater: () => void }) {
  const { t } = useLingui()
  const [read, setRead] = useState<AgreedPage>()
  const { version, in_force_at } = terms.in_force
  const agree = useAction({
    run: (version: number) => call('POST account/terms', { body: { user_id: memberId(), version } }),
    onDone({ data }) {
      queries.setQueryData(memberTermsQuery.queryKey, data)
      void toastMessage('terms_agreed_successfully')
    },
  })
  return (
    <Dialog
      onClose={onLater}
      busy={agree.busy}
      title={t`Our terms have changed`}
      maxWidth={538}
      actions={
        <>
          <Button variant="secondary" onClick={onLater} disabled={agree.busy}>
            {t({ message: 'Later', context: 'agree to the new terms another time' })}
          </Button>
          <Button busy={agree.busy} onClick={() => agree.start(version)}>
            {t({ message: 'Agree', context: 'to the new terms' })}
          </Button>
        </>
      }
    >
      <div className="mt-3 grid gap-3">
        <p>
          <Trans>They apply from {date(in_force_at)}. Please read them and tell us whether you agree.</Trans>
        </p>
        <p className="text-small text-quiet">
          <Trans>
            Until you agree, you can read everything, claim, withdraw, give orders back, appeal and close your
            account, but take and place nothing new.
          </Trans>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => setRead('terms')}>
            {t`Terms`}
          </Button>
          <Button variant="secondary" onClick={() => setRead('privacy-notice')}>
            {t`Privacy notice`}
          </Button>
        </div>
        {read && <AgreedText key={read} name={read} version={version} />}
      </div>
    </Dialog>
  )
}
