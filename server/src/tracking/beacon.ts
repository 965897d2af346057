// The landing beacon: a script on the advertiser's page that reports once that the page was visible for five seconds. It
// sets no cookie and learns nothing about the visitor (beacon.test.ts).
import type { Queryable } from '../platform/database/database.ts'
import { confirmableUntil, confirmByScript, findClick, readClick } from './confirmations.store.ts'
import { type Identity, openSalts } from './visitor.ts'

const VISIBLE_SECONDS = 5
/** A visit's id (UUIDv7, 74 random bits), which is all that the landing page learns of the visit. */
const CLICK_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/**
 * Script of `GET /b.js`. Keeps the click_id for the next page in the same tab, counts seconds while the page is visible,
 * and sends `POST /b/{click_id}` without cookies, retrying every five seconds.
 */
export const BEACON_SCRIPT = `(function(d,w){
var k='fairturn_click',s=d.currentScript,o=s&&new URL(s.src).origin,c=new URLSearchParams(location.search).get('click_id'),n=0,m;
try{m=w.sessionStorage;if(c)m.setItem(k,c);else c=m.getItem(k);if(m.getItem(k+'_seen')===c)return}catch(e){}
if(!c||!o)return;
function seen(){clearInterval(t);try{m.setItem(k+'_seen',c)}catch(e){}}
var t=setInterval(function(){
if(d.visibilityState!=='visible'||++n%${VISIBLE_SECONDS})return;
if(n>${VISIBLE_SECONDS * 12})return clearInterval(t);
var u=o+'/b/'+encodeURIComponent(c);
if(w.fetch)fetch(u,{method:'POST',keepalive:true,credentials:'omit'}).then(function(r){if(r.ok)seen()},function(){});
else if(navigator.sendBeacon&&navigator.sendBeacon(u))seen()
},1000)
})(document,window);
`

export interface Beacons {
  /**
   * Confirms a visit if the click_id is known, awaits the beacon, and comes from the same visitor (address, hence network, and agent) and from
   * a page of the landing page's host at least 5 seconds after Continue. Otherwise, and on repeats, does nothing (idempotent).
   * `identity` null: any visitor. `origin` is the request's header of that name, which browsers send and no page can change.
   */
  confirm(confirmation: {
    click_id: string
    identity: Identity | null
    origin: string | undefined
    at: Date
  }): Promise<void>
}

/** Opens the receiver of beacons; one per process. */
export function openBeacons(on: Queryable, secret: string): Beacons {
  const salts = openSalts(on, secret)
  return {
    async confirm({ click_id, identity, origin, at }) {
      if (!CLICK_ID.test(click_id)) return
      const click = await findClick.maybe(on, { click_id })
      if (click?.verification !== 'beacon' || !isOf(click.landing_hosts, origin)) return
      const seen = await readClick.maybe(on, { click_id, day: click.day, link_id: click.link_id })
      if (seen === undefined) return
      const visitor = identity === null ? null : await salts.visitor(identity, at)
      if (visitor !== null && visitor.hash !== seen.visitor && visitor.before !== seen.visitor) return
      const fromMs = seen.continued_at.getTime() + VISIBLE_SECONDS * 1000
      if (at.getTime() < fromMs || at > confirmableUntil(click, seen.continued_at)) return
      await confirmByScript.all(on, {
        click_id,
        day: click.day,
        link_id: click.link_id,
        campaign_id: click.campaign_id,
        at,
      })
    },
  }
}

/** Whether an origin is of one of these hosts or below it; `www.` makes no difference. */
function isOf(hosts: readonly string[], origin: string | undefined): boolean {
  if (hosts.length === 0) return true
  const from = URL.parse(origin ?? '')?.hostname
  return (
    from !== undefined &&
    hosts.some((host) => {
      const site = host.replace(/^www\./, '')
      return from === site || from.endsWith(`.${site}`)
    })
  )
}

/** The HTML snippet that a placer puts on the landing page. */
export const beaconSnippet = (linkOrigin: string): string =>
  `<script src="${linkOrigin}/b.js" async></script>`
