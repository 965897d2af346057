// The landing beacon: a script of the advertiser's page that says, once, that somebody saw it for five seconds. It must set no
// cookie and know nothing of the visitor; whether what it says counts is decided here.
import type { Queryable } from '../database/database.ts'
import { confirmByScript } from './confirmations.store.ts'
import { type Identity, dayOf, openSalts } from './visitor.ts'

const VISIBLE_SECONDS = 5
/** A visit's id: the one thing of the visit that the landing page knows, with 74 random bits. */
const CLICK_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/**
 * `GET /b.js`. It keeps the click_id for the next page of the same tab, counts seconds while the page is visible, and sends
 * `POST /b/{click_id}` without cookies; where that fails it tries again every five seconds.
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
   * Takes a click_id at its word where it is one of ours, waits for it, and comes from the same visitor 5 seconds or more
   * after Continue; otherwise, and the second time, nothing happens. `identity` null: whoever it is.
   */
  confirm(said: { click_id: string; identity: Identity | null; at: Date }): Promise<void>
}

/** Opens the taking of beacons, of one process. */
export function openBeacons(on: Queryable): Beacons {
  const salts = openSalts(on)
  return {
    async confirm({ click_id, identity, at }) {
      if (!CLICK_ID.test(click_id)) return
      const visitor = identity === null ? null : await salts.visitor(identity, at)
      const { hash = null, before = null } = visitor ?? {}
      await confirmByScript.all(on, click_id, clickDay(click_id), hash, before, at, VISIBLE_SECONDS)
    },
  }
}

/** The day in which a visit is kept: its id says when it was made. */
export function clickDay(click_id: string): string {
  return dayOf(new Date(Number.parseInt(click_id.slice(0, 8) + click_id.slice(9, 13), 16)))
}

/** What a placer puts into the landing page. */
export const beaconSnippet = (link_origin: string): string =>
  `<script src="${link_origin}/b.js" async></script>`
