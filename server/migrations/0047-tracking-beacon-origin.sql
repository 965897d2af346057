-- Whose pages may confirm a visit by the landing beacon: the landing page's host, and the one it leads on to; frozen with the link.
-- Empty: opened by an earlier version, any page.
alter table link add column landing_hosts text[] not null default '{}';
