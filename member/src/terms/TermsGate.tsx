// Watches whether terms in force wait for the member's agreement: after signing in, and when a call was refused for it. Has no
// texts of its own, so that signing in loads none; the dialog comes with them.
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { queries } from '../shell/client.ts'
import { later } from '../shell/later.ts'
import { rememberPutOff, TERMS_DUE, wasPutOff } from '../shell/terms-due.ts'
import { memberTermsQuery } from './terms-queries.ts'

const Asking = later(() => import('./TermsDue.tsx'))

const CLOSED_CHECK_MS = 500

export default function TermsGate() {
  const { data } = useQuery(memberTermsQuery)
  // Asked once a session, unless a refusal asks again.
  const [putOff, setPutOff] = useState(wasPutOff)
  const free = useNoOtherDialog(data?.due === true && !putOff)
  useEffect(() => {
    function ask() {
      setPutOff(false)
      void queries.invalidateQueries({ queryKey: memberTermsQuery.queryKey })
    }
    addEventListener(TERMS_DUE, ask)
    return () => removeEventListener(TERMS_DUE, ask)
  }, [])
  if (!data?.due || putOff || !free) return null
  return (
    <Suspense fallback={null}>
      <Asking
        terms={data}
        onLater={() => {
          rememberPutOff(true)
          setPutOff(true)
        }}
      />
    </Suspense>
  )
}

/** An announcement that is open is closed first. */
function useNoOtherDialog(waiting: boolean): boolean {
  const [free, setFree] = useState(false)
  useEffect(() => {
    if (!waiting || free) return undefined
    const timer = setInterval(() => {
      if (document.querySelector('dialog[open]') === null) setFree(true)
    }, CLOSED_CHECK_MS)
    return () => clearInterval(timer)
  }, [waiting, free])
  return free
}
