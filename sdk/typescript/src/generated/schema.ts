// Written by `npm run generate` from docs/openapi.json. Do not edit.

export interface paths {
    "/api/admin/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys
         * @description Revoked and expired keys are not listed; no answer ever shows a secret again.
         */
        get: operations["api_keys_list"];
        put?: never;
        /**
         * Create a key
         * @description The answer holds the whole token, this once. A key can't hand out more than it holds itself.
         */
        post: operations["api_keys_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/api-keys/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what the calling key may do
         * @description Its scopes, its restriction and the rights that result. Every valid key may read them, so an integrator sees why another
         *     operation refuses it.
         */
        get: operations["api_keys_self_show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a key
         * @description By its number or its prefix, with its restriction and its end. A key that has ended by itself is shown too; a revoked one is not.
         */
        get: operations["api_keys_show"];
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description By its number or its prefix. At once and for good: every request that comes after this answer is refused. Webhooks that the key made
         *     are sent nothing more. A key that may do more than the calling one is left alone, and so is the owner's first key; each key may revoke itself.
         */
        delete: operations["api_keys_revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a key
         * @description Makes a new token with the same rights and end of life; the old one lives on for the overlap. Webhooks that the old key made are the
         *     new one's. The owner's first key is rotated by itself alone.
         */
        post: operations["api_keys_rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who changed what
         * @description Changes of the last 400 days, newest first, by key, member, action and subject. With `Accept: text/csv` the answer is a table in
         *     CSV (RFC 4180): the whole log, or with `limit` a part of it, and the header `Next-Cursor` holds the cursor of the next. Entries are
         *     written with the change itself and can't be changed or deleted.
         */
        get: operations["audit_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/bg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the look of a draft
         * @description The look of the draft: theme, canvas, background pictures, and the design that draws the page.
         */
        get: operations["appearance_show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/bg/canvas-color": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the canvas colour
         * @description The solid backdrop behind the phone card on desktop.
         */
        post: operations["appearance_canvas_color_set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/bg/design": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose what draws the page
         * @description `builtin` draws the page from segments and buttons; `html` serves the HTML of the body in its place.
         */
        put: operations["appearance_design_set"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/bg/source": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show whether a background was uploaded
         * @description One variant at a time: `mobile`, `desktop`, or `share` for the picture of the preview.
         */
        get: operations["appearance_source_show"];
        /**
         * Upload a background picture
         * @description The raw bytes of a png, jpeg or webp of at most 10 MiB; the type is decided by the content. As `share` it is the picture of
         *     the preview, which section `share` of the look chooses.
         */
        put: operations["appearance_source_upload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/bg/ui": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the look of the page
         * @description Each section replaces the stored one as a whole; null resets it; sections that are left out stay. `share`, `in_app` and `utm`
         *     say how the page reaches people.
         */
        post: operations["appearance_ui_set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/broadcasts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List broadcasts
         * @description The campaigns of the owner, a page at a time, newest first.
         */
        get: operations["broadcasts_list"];
        put?: never;
        /**
         * Create a broadcast
         * @description It becomes a draft. Nothing is delivered.
         */
        post: operations["broadcasts_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/broadcasts/gate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the gate
         * @description Whether launches and deliveries may happen now, and what keeps them from it. An operator of the service opens both halves.
         */
        get: operations["broadcasts_gate_show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/broadcasts/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an audience
         * @description Creates and sends nothing. All fans of the account may be read for it, so it takes as long as the engine does.
         */
        post: operations["broadcasts_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/broadcasts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a broadcast
         * @description The campaign with its audience, message and pace, and how many messages are sent, waiting and withheld.
         */
        get: operations["broadcasts_show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/broadcasts/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit of a broadcast
         * @description Each change of its state: what changed, when, and with which key.
         */
        get: operations["broadcasts_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/broadcasts/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a broadcast
         * @description It ends for good, whatever it was doing.
         */
        post: operations["broadcasts_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/broadcasts/{id}/launch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Launch a broadcast
         * @description A draft starts, or is scheduled if its start is still to come. The gate must be open and the account connected.
         */
        post: operations["broadcasts_launch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/broadcasts/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a broadcast
         * @description It stops until it is resumed. A message that is being submitted at the moment may still go out.
         */
        post: operations["broadcasts_pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/broadcasts/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report on a broadcast
         * @description What the campaign has come to: messages by outcome, replies, and what was earned from those who received it.
         */
        get: operations["broadcasts_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/broadcasts/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a broadcast
         * @description A paused campaign goes on where it was. The gate must be open and its account connected.
         */
        post: operations["broadcasts_resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/broadcasts/{id}/unschedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unschedule a broadcast
         * @description A scheduled campaign becomes a draft again.
         */
        post: operations["broadcasts_unschedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/bulk/copy-content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy parts of a draft to many domains
         * @description Each target by itself: one that fails leaves the others alone. Drafts only. An answer that takes longer than a second is sent
         *     bit by bit, each outcome when it is there. The work goes on when the caller leaves, if there is an `Idempotency-Key`.
         */
        post: operations["domains_content_copy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/buttons/{domain}/{tier}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List buttons
         * @description The buttons of one segment of the draft, in the order in which they are shown.
         */
        get: operations["buttons_list"];
        put?: never;
        /**
         * Create a button
         * @description Adds a button to a segment of the draft, at the end unless `position` says otherwise. Visitors see it once the draft is
         *     published.
         */
        post: operations["buttons_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/buttons/{domain}/{tier}/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Reorder a segment's buttons
         * @description Takes the ids of all buttons of the segment in their new order; a list that lacks one or names another is refused.
         */
        put: operations["buttons_reorder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/buttons/{domain}/{tier}/{button_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a button
         * @description Takes the button out of the draft. Visitors see it until the draft is published.
         */
        delete: operations["buttons_delete"];
        options?: never;
        head?: never;
        /**
         * Change a button
         * @description Changes the fields that the body names. Visitors see the change once the draft is published.
         */
        patch: operations["buttons_update"];
        trace?: never;
    };
    "/api/admin/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List content
         * @description The order by sales looks at what was captured in the window; the others at the engine's counters of all time.
         */
        get: operations["content_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/content/{content_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an item of content
         * @description One item of the vault with its captured sales and the bundles that contain it.
         */
        get: operations["content_show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the conversions
         * @description Subscriptions, payments, refunds and messages of all domains or of one, attributed or not, also those of domains that were deleted. With
         *     `Accept: text/csv` the answer is a table in CSV (RFC 4180): the whole list, or with `limit` a part of it, and the header `Next-Cursor`
         *     holds the cursor of the next.
         */
        get: operations["conversions_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List domains
         * @description Every domain of the owner with its state of provisioning, or those that match `search` and `state`. With `limit` or `cursor` the
         *     list comes in parts.
         */
        get: operations["domains_list"];
        put?: never;
        /**
         * Register a domain
         * @description The row is there at once, `pending`; a worker provisions the domain and makes it `active`. A hostname that another account gave up
         *     can't be registered for 7 days, and until 90 days have passed it needs a DNS record, which the error names.
         */
        post: operations["domains_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a domain
         * @description The domain with its state of provisioning, and the reason where provisioning failed. `ETag` is the revision of its draft.
         */
        get: operations["domains_show"];
        put?: never;
        post?: never;
        /**
         * Delete a domain
         * @description Its draft and versions go with it, its pages stop, and the name is free.
         */
        delete: operations["domains_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains/{domain}/copy-from": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a whole draft from another domain
         * @description Replaces the draft of the path's domain by a copy of the source's, under new ids. Stamped addresses are not copied.
         */
        post: operations["domains_draft_copy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains/{domain}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what publishing would change
         * @description Each difference from the live version to the draft, as a path with the value before and after.
         */
        get: operations["drafts_diff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains/{domain}/experiments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the experiments of a live page
         * @description Each arm with its visitors and what came of them, how sure its rate is, and how likely it is the best one.
         */
        get: operations["statistics_experiments_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains/{domain}/links/{link_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Switch a funnel link on or off
         * @description Upstream first, then here; then the draft's buttons are stamped again. A link of an account that was connected before is
         *     never switched.
         */
        patch: operations["funnel_links_toggle"];
        trace?: never;
    };
    "/api/admin/domains/{domain}/links/{link_id}/spenders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the paying fans of a funnel link
         * @description Those of all time. The platform's own counters are shown beside ours, as they were last pulled; no engine is called. With
         *     `Accept: text/csv` the answer is a table in CSV (RFC 4180): the whole list, or with `limit` a part of it, and the header `Next-Cursor`
         *     holds the cursor of the next.
         */
        get: operations["statistics_link_spenders_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains/{domain}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the draft
         * @description The page as it would go live for the visitor that the query imagines. Never stored, and counted nowhere.
         */
        get: operations["drafts_preview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains/{domain}/provision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Provision a failed domain again
         * @description Starts provisioning again after its cause was mended, such as a DNS record.
         */
        post: operations["domains_provision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains/{domain}/provision-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Provision a domain's funnel links
         * @description Makes the upstream links that the domain's slots lack, and puts their addresses on the draft's buttons. Calling it again
         *     makes nothing twice; a slot that failed is tried again by the next call.
         */
        post: operations["funnel_links_provision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains/{domain}/provision-links/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Plan a domain's funnel links
         * @description Shows for each slot whether its link is recorded, would be taken over or would be made. Nothing is written anywhere.
         */
        post: operations["funnel_links_plan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains/{domain}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish the draft
         * @description The live page changes at once and as a whole. An unchanged draft keeps its version.
         */
        post: operations["drafts_publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains/{domain}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back to a version
         * @description The old content becomes the draft and live, as a new version.
         */
        post: operations["drafts_rollback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains/{domain}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what a visitor would get, and why
         * @description Reads the live version, or with `draft=true` the draft. Nothing is sent or counted.
         */
        get: operations["drafts_simulate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains/{domain}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a domain's statistics
         * @description By day and by source, and with `by` split once more. A range ends now, so that its first day is a part of one. With
         *     `Accept: text/csv` the answer is the table of days, or with `by` that of the keys, in CSV (RFC 4180).
         */
        get: operations["statistics_show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains/{domain}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List published versions
         * @description Each publication with its time and key, a page at a time.
         */
        get: operations["drafts_versions_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export what the owner has
         * @description One document, sent bit by bit: domains with their drafts, smart links, printed codes, the library and the team. No secret is in it,
         *     and nothing that follows from the rest. With `Accept: application/zip` the answer is an archive of the document (`export.json`) and of
         *     the uploaded files that it names (`files/`). Members need the right `team.view` too.
         */
        get: operations["transfer_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/export/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export links as a table
         * @description The buttons of all domains, or of one, in CSV (RFC 4180, UTF-8): `domain,label,url,segment,position`. Cells that a spreadsheet would
         *     take for formulas have an apostrophe before them.
         */
        get: operations["transfer_links_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a document
         * @description Takes in the document of an export, of at most 10 MiB, and reports what became of each row. Each domain is taken in whole or not at
         *     all, with its links and codes; the others go on. Presets and members are taken in one by one; members need the right `team.edit` too,
         *     and get no more rights than the caller has. Pages change with the next publication, links and codes at once. The same document a second
         *     time changes nothing. Ids of segments and buttons are kept where no other domain has them.
         */
        post: operations["transfer_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/import/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import an archive
         * @description Takes in what an export answered with `Accept: application/zip`, of at most 256 MiB: the document `export.json` as the import of a document
         *     does, and from `files/` those that its rows name and that are not here yet, which count as uploads. Other entries, and entries that are
         *     encrypted, links, or much longer than they are packed, are refused by their names (`invalid_file`).
         */
        post: operations["transfer_archive_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/import/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import links from a table or bookmarks
         * @description A table as the export gives it (`text/csv`), a plain list of addresses (`text/plain`), or the bookmarks of a browser (`text/html`),
         *     of at most 10 MiB and 100,000 rows, in UTF-8. Each domain is taken in whole or not at all. A row of a table is the button of its
         *     segment with the same label, whose address changes; an address of a list or of bookmarks that is there already is skipped. Nothing is
         *     fetched from the addresses, and nothing is deleted.
         */
        post: operations["transfer_links_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/library/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List banner presets
         * @description The banners that are kept in the library, a page at a time.
         */
        get: operations["banner_presets_list"];
        put?: never;
        /**
         * Create a preset
         * @description Texts and files may be filled in later.
         */
        post: operations["banner_presets_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/library/notifications/from-domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a domain's banner as a preset
         * @description The new preset is assigned to the domain.
         */
        post: operations["banner_presets_capture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/library/notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a preset
         * @description The domains that it is assigned to keep its texts, and their banners go off.
         */
        delete: operations["banner_presets_delete"];
        options?: never;
        head?: never;
        /**
         * Change a preset
         * @description Every domain that it is assigned to changes with it, in the same step; going live still needs a publish.
         */
        patch: operations["banner_presets_update"];
        trace?: never;
    };
    "/api/admin/library/notifications/{id}/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload a preset's picture
         * @description The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB; the type is decided by the content.
         */
        put: operations["banner_presets_avatar_upload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/library/notifications/{id}/sound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload a preset's sound
         * @description The raw bytes of an MP3, Ogg or WAV file; the type is decided by the content.
         */
        put: operations["banner_presets_sound_upload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/links/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List destinations and their health
         * @description The `http` and `https` addresses that buttons, in drafts and on live pages, and the ends of smart links lead to. Each is looked at
         *     once a day, while the owner has opted in. It is `broken` after two looks in a row that failed, at least an hour apart: an answer of 400
         *     or above, but for 401, 403, 405 and 429, or none. One look that succeeds mends it.
         */
        get: operations["destinations_list"];
        /**
         * Switch destination health on or off
         * @description Off by default. Once it is on, destinations are gathered within seconds and anew every hour. Switched off, nothing is looked at
         *     any more, and what is known of destinations is deleted.
         */
        put: operations["destinations_switch"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/links/health/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look at a destination again now
         * @description It counts like any other look, and the next one comes a day later. A host gets at most one request a second, so the answer may take
         *     half a minute.
         */
        post: operations["destinations_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description The people of the team with their rights, a page at a time.
         */
        get: operations["members_list"];
        put?: never;
        /**
         * Add a member
         * @description A member has a name, an address of mail and rights; keys are created for a member or for the owner.
         */
        post: operations["members_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a member
         * @description The member with their rights.
         */
        get: operations["members_show"];
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Their keys are refused from the next request on. A member who may do more than the calling key is left alone.
         */
        delete: operations["members_delete"];
        options?: never;
        head?: never;
        /**
         * Change a member
         * @description Their keys have the new rights from the next request on. A member who may do more than the calling key is left alone.
         */
        patch: operations["members_update"];
        trace?: never;
    };
    "/api/admin/notification/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the banner
         * @description The banner of the domain's draft, with the preset that it follows.
         */
        get: operations["banners_show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the banner
         * @description Only the fields that are there change. A `style` replaces the stored one as a whole; `{}` clears it, null keeps it.
         */
        patch: operations["banners_update"];
        trace?: never;
    };
    "/api/admin/notification/{domain}/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload the banner's picture
         * @description The raw bytes of a png, jpeg or webp of at most 10 MiB.
         */
        put: operations["banners_avatar_upload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/notification/{domain}/preset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Assign a preset
         * @description The banner takes over the preset's content, and follows it from now on. Only a complete preset can be enabled.
         */
        put: operations["banners_preset_assign"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/notification/{domain}/sound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload the banner's sound
         * @description The raw bytes of an mp3, ogg or wav of at most 2 MiB.
         */
        put: operations["banners_sound_upload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/qr/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload a picture for QR codes
         * @description The raw bytes of a png, jpeg or webp of at most 10 MiB. A design names the file that is answered as its `logo.file`.
         */
        put: operations["qr_codes_logo_upload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/qr/presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the catalog of designs
         * @description 100 ready designs in twelve families, each with its colours and module shapes.
         */
        get: operations["qr_codes_presets_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/qr/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a QR code
         * @description Draws a code that is not stored.
         */
        post: operations["qr_codes_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/qr/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a domain's QR codes
         * @description The codes of the domain with their scans, a page at a time. With `Accept: text/csv` the answer is a table in CSV (RFC 4180): the
         *     whole list, or with `limit` a page of it, and the header `Next-Cursor` holds the cursor of the next.
         */
        get: operations["qr_codes_list"];
        put?: never;
        /**
         * Create a QR code
         * @description It is active at once.
         */
        post: operations["qr_codes_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/qr/{domain}/sheet.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a sheet of QR codes
         * @description Several codes of a domain on pages of A4 or letter as a PDF, each with its bleed and cutting marks.
         */
        get: operations["qr_codes_sheet_download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/qr/{domain}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a QR code
         * @description The code with its design and its scans.
         */
        get: operations["qr_codes_show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a QR code
         * @description Only what is supplied changes, at once on the live domain. Its label and its statistics stay.
         */
        patch: operations["qr_codes_update"];
        trace?: never;
    };
    "/api/admin/qr/{domain}/{id}/image.eps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a QR code as EPS
         * @description The same page as encapsulated PostScript, level 3. `ETag` allows a conditional repeat, which is answered with 304.
         */
        get: operations["qr_codes_eps_download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/qr/{domain}/{id}/image.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a QR code as PDF
         * @description A page for print shops: RGB, with cutting marks, and boxes for bleed, trim and safe area (`ArtBox`). `ETag` allows a conditional
         *     repeat, which is answered with 304.
         */
        get: operations["qr_codes_pdf_download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/qr/{domain}/{id}/image.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a QR code as PNG
         * @description The picture of the code in its design. `ETag` allows a conditional repeat, which is answered with 304.
         */
        get: operations["qr_codes_png_download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/qr/{domain}/{id}/image.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a QR code as SVG
         * @description The drawing of the code in its design. `ETag` allows a conditional repeat, which is answered with 304.
         */
        get: operations["qr_codes_svg_download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List content requests
         * @description The content that fans requested, with its state and price.
         */
        get: operations["content_requests_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/requests/{request_id}/respond": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Respond to a content request
         * @description The answer is kept at once, and reaches the engine exactly once.
         */
        post: operations["content_requests_respond"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/segments/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List segments
         * @description The segments of the draft with their conditions, in the order in which they are tried.
         */
        get: operations["segments_list"];
        put?: never;
        /**
         * Create a segment
         * @description The first segment of a domain becomes its catch-all default.
         */
        post: operations["segments_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/segments/{domain}/{segment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a segment
         * @description Takes the segment and its buttons out of the draft. The default segment cannot be deleted.
         */
        delete: operations["segments_delete"];
        options?: never;
        head?: never;
        /**
         * Change a segment
         * @description Changes the fields that the body names. To move the default, make another segment the default.
         */
        patch: operations["segments_update"];
        trace?: never;
    };
    "/api/admin/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description Sessions of the calling key that have not ended, the one that was used last first.
         */
        get: operations["sessions_list"];
        put?: never;
        /**
         * Begin a session
         * @description The dashboard does so at the sign-in. A session ends after 12 hours without a request, after 30 days, or with its key. Of more than 50
         *     sessions of a key, the one that was used longest ago ends.
         */
        post: operations["sessions_create"];
        /**
         * End all sessions
         * @description All of the calling key, or all but one.
         */
        delete: operations["sessions_end_all"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a session
         * @description With the rights of its key, and records that it was used. The dashboard asks for each request, so a session that was ended is refused
         *     on every process at once.
         */
        get: operations["sessions_show"];
        put?: never;
        post?: never;
        /**
         * End a session
         * @description At once and for good: every request of it that comes after this answer is refused.
         */
        delete: operations["sessions_end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/smart-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tracked funnel links
         * @description The recorded links with the engine's statistics, by offer and then by time of creation.
         */
        get: operations["funnel_links_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/smart-links/{provider_id}/pixels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a link's pixels
         * @description At most one pixel for each platform. No answer ever holds an access token. `ETag` covers all pixels of the link, and so does the
         *     `If-Match` of a change.
         */
        get: operations["pixels_list"];
        /**
         * Make or change a pixel
         * @description One a platform and link. The token is write-only: left out or blank, it stays as it is.
         */
        put: operations["pixels_set"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/smart-links/{provider_id}/pixels/{platform}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a pixel
         * @description Forwarding to the platform stops at once, and so does what is queued.
         */
        delete: operations["pixels_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/smart-links/{provider_id}/pixels/{platform}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a pixel's deliveries
         * @description Also those of a pixel that was deleted. Of what identifies a fan only hashes are shown, as only hashes are sent.
         */
        get: operations["pixel_deliveries_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/smart-links/{provider_id}/pixels/{platform}/deliveries/redrive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send parked deliveries again
         * @description All of the pixel that the platform still takes, as if they were new.
         */
        post: operations["pixel_deliveries_redrive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/smart-links/{provider_id}/pixels/{platform}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a pixel
         * @description Sends one marked event that belongs to no person, also by a paused pixel, and returns the platform's answer. A test that the platform
         *     accepted is in the list of the pixel's deliveries, marked as `test`.
         */
        post: operations["pixels_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/smartlinks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a domain's smart links
         * @description The smart links of one domain with their policies, a page at a time.
         */
        get: operations["smart_links_list"];
        put?: never;
        /**
         * Create a smart link
         * @description The upstream platform is never contacted.
         */
        post: operations["smart_links_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/smartlinks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a smart link
         * @description The smart link with its policy.
         */
        get: operations["smart_links_show"];
        put?: never;
        post?: never;
        /**
         * Delete a smart link
         * @description Its address stops working at once, and its slug is free again.
         */
        delete: operations["smart_links_delete"];
        options?: never;
        head?: never;
        /**
         * Change a smart link
         * @description A policy is replaced whole. The change is live at once.
         */
        patch: operations["smart_links_update"];
        trace?: never;
    };
    "/api/admin/smartlinks/{id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a smart link
         * @description Shows what the visitors of a country get, and why. Nothing is sent and nothing is recorded.
         */
        post: operations["smart_links_simulate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sources/{domain}/spenders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the paying fans of a domain
         * @description Those who bought in the range, with what they spent after they were first seen on the domain. With `Accept: text/csv` the answer is
         *     a table in CSV (RFC 4180): the whole list, or with `limit` a part of it, and the header `Next-Cursor` holds the cursor of the next.
         */
        get: operations["statistics_spenders_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sources/{domain}/spenders/{fan_id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain a fan's statistics
         * @description All their events in order, the effect of each on their statistics on the domain, and what made them a fan of it.
         */
        get: operations["statistics_spender_explain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stats/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the statistics of all domains
         * @description Of whole days in UTC, by day or by domain, with the totals of as many days just before. Programs are not counted.
         */
        get: operations["statistics_overview_show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what is used of the plan
         * @description Domains and uploads, each with what there is and what is allowed.
         */
        get: operations["usage_show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description At most 20. No answer ever holds a secret again.
         */
        get: operations["webhooks_list"];
        put?: never;
        /**
         * Create a webhook
         * @description The answer holds the secret that messages are signed with, this once. Messages are signed after Standard Webhooks: verify
         *     `webhook-signature` before you act on one. An event type needs the right to read what it reports, and `*` means all that the key may
         *     read; the rights that the key and its member have then are judged at each delivery.
         */
        post: operations["webhooks_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a webhook
         * @description With the reason, where the service switched it off.
         */
        get: operations["webhooks_show"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description With its secret and its deliveries. Nothing is sent any more, but for a message that is on its way.
         */
        delete: operations["webhooks_delete"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Only what is supplied changes. `active: true` also takes back that the service switched it off; what is still pending goes on. It also
         *     makes a webhook the calling key's whose own key is not accepted any more.
         */
        patch: operations["webhooks_update"];
        trace?: never;
    };
    "/api/admin/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a webhook's deliveries
         * @description Lists the deliveries of the last 30 days, with their messages and attempts. Messages and answers are left out for events that the calling key
         *     may not read.
         */
        get: operations["webhook_deliveries_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Whatever became of it, as if for the first time, with the same `webhook-id`. To a webhook that is switched off it goes when
         *     that is switched on.
         */
        post: operations["webhook_deliveries_redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}/redrive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send failed deliveries again
         * @description Takes all of the webhook that failed for good or wait for their next try, and were made since a moment. Each is tried now, with
         *     the whole schedule before it.
         */
        post: operations["webhook_deliveries_redrive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook's secret
         * @description The answer holds the new secret, this once. During the overlap every message has a signature with each of the two.
         */
        post: operations["webhooks_rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook
         * @description Sends a message of the type `webhook.test`, also to a webhook that is switched off, and answers what came back. A message that the
         *     webhook took is in the list of its deliveries; nothing else follows from a test.
         */
        post: operations["webhooks_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The first event that was attributed to a domain. */
        AnchorOut: {
            /** @description The engine's id of it. */
            event_id: string;
            /**
             * Format: date-time
             * @description When; money before it is in no total.
             */
            at: string;
            /** @description By what it was attributed. */
            attribution: components["schemas"]["AttributionOut"];
        };
        /** @description What a platform said. */
        AnswerOut: {
            /** @description `delivered`, `throttled`, `retry`, `auth` or `permanent`. */
            verdict: string;
            /**
             * Format: int32
             * @description The HTTP status; null when no answer came in time.
             */
            status?: number | null;
            /**
             * Format: int64
             * @description The platform's own code.
             */
            code?: number | null;
        };
        /** @description One arm. */
        Arm: {
            /** @description Whether it is served at all. */
            enabled: boolean;
            /**
             * Format: double
             * @description Its share against the other arm's.
             */
            weight: number;
            /** @description What it is called. */
            label: string;
            /**
             * Format: int64
             * @description The length of its trial.
             */
            trial_days: number;
            /** @description Whether it is served only to countries that have a trial link of their own. */
            require_country_link: boolean;
        };
        /** @description The two arms. */
        Arms: {
            /** @description The paid offer. */
            paid: components["schemas"]["Arm"];
            /** @description The free trial. */
            ftl: components["schemas"]["Arm"];
        };
        /** @description Where an event belongs, and why. */
        AttributionOut: {
            /** @description `click` for a click of ours, `link` for the link that the platform named. */
            basis: string;
            /** @description The click. */
            click_ref?: string | null;
            /** @description The domain. */
            domain: string;
            /**
             * Format: int64
             * @description The funnel link; null for a click that led to none.
             */
            link_id?: number | null;
        };
        /**
         * @description Whether the fans' subscriptions run.
         * @enum {string}
         */
        AudienceStatus: "active" | "expired" | "any";
        /**
         * @description How much fans are worth, as the engine sorts them.
         * @enum {string}
         */
        AudienceTier: "all" | "whale" | "spender" | "free" | "trial";
        /** @description One change of a campaign's state. */
        AuditEntryOut: {
            /**
             * Format: date-time
             * @description When, RFC 3339.
             */
            at: string;
            /** @description `key` for somebody with a key, `service` for the service itself. */
            actor: string;
            key: components["schemas"]["AuditKey"] | null;
            /** @description The state before. */
            from: string;
            /** @description The state after. */
            to: string;
            /** @description Why it is paused or finished after the change; null in other states. */
            reason: string | null;
        };
        /** @description The key that a change was made with, as it was then. */
        AuditKey: {
            /** @description Its public part. */
            prefix: string;
            /** @description What it was called. */
            name: string;
            /**
             * Format: int64
             * @description The member on whose behalf it acted; null for the owner's own key.
             */
            member_id: number | null;
        };
        /** @description Changes, newest first. */
        AuditList: {
            /** @description The changes. */
            items: components["schemas"]["AuditLogEntry"][];
            /** @description Where the next part begins; null at the end. */
            next_cursor?: string | null;
        };
        /** @description Who changed something. */
        AuditLogActor: {
            /** @description The prefix of the key; null on the command line. */
            key_prefix?: string | null;
            /**
             * Format: int64
             * @description The member who holds the key; null is the owner.
             */
            member_id?: number | null;
            /** @description Whether the command line of the service was used, by those who operate it. */
            cli: boolean;
        };
        /** @description One change. */
        AuditLogEntry: {
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description Who. */
            actor: components["schemas"]["AuditLogActor"];
            /** @description What was done, such as `landing.publish`. */
            action: string;
            /** @description To what. */
            subject: components["schemas"]["AuditSubject"];
            /** @description The request that did it; null on the command line. */
            request_id?: string | null;
            /**
             * @description What it was, as far as it changed; null where it was not there. Of a draft by the paths of its values. A value of more than
             *     1 KiB is `{"cut_bytes": n}`, and what there is no room for is counted by `left_out`.
             */
            before?: unknown;
            /** @description What became of it, in the same form; null where it is gone. */
            after?: unknown;
        };
        /** @description What was changed. */
        AuditSubject: {
            /**
             * @description `domain`, `smart_link`, `funnel_link`, `qr_code`, `api_key`, `member`, `pixel`, `engine`, `broadcast`, `preset`, `request`,
             *     `webhook`, `destination_health`, `gate` or `fan`.
             */
            type: string;
            /** @description Its id, as its own operations name it. */
            id: string;
        };
        /** @description The whole look of a draft. */
        BackgroundOut: {
            /** @description The domain. */
            domain: string;
            /** @description `#rrggbb`; null for the stock one. */
            canvas_color?: string | null;
            /** @description The sections as they are stored. */
            ui: components["schemas"]["LandingUi"];
            /** @description Who draws the page. */
            design: components["schemas"]["DesignOut"];
            /** @description The background pictures. */
            sources: components["schemas"]["SourcesOut"];
        };
        /** @description What a banner says, shows and plays. */
        BannerContent: {
            /** @description At most 80 characters. */
            title?: string | null;
            /** @description At most 300 characters. */
            body?: string | null;
            /** @description At most 40 characters. */
            link_text?: string | null;
            /** @description Where the link leads in mode `manual`; empty for nowhere. */
            target_url?: string | null;
            /** @description Empty, `manual` or `smartlink`. */
            link_mode?: string | null;
            /**
             * Format: int32
             * @description How long the page waits, 0-600000 ms.
             */
            delay_ms?: number | null;
            /** @description The file of the picture. */
            avatar_filename?: string | null;
            /** @description The file of the sound. */
            sound_filename?: string | null;
            /** @description Texts by language. */
            translations?: {
                [key: string]: components["schemas"]["BannerTexts"];
            } | null;
            /** @description Variants of the texts, each shown to a share of visitors. */
            variants?: components["schemas"]["BannerVariant"][] | null;
            /** @description Null or `recent_subscribers`. */
            activity_source?: string | null;
        };
        /** @description The banner of a draft. */
        BannerOut: components["schemas"]["BannerUpdate"] & {
            /** @description The domain. */
            domain: string;
        };
        /** @description Texts in another language. */
        BannerTexts: {
            /** @description The title. */
            title?: string | null;
            /** @description The body. */
            body?: string | null;
            /** @description The text of the link. */
            link_text?: string | null;
        };
        /**
         * @description A partial change of a banner: only the fields that are there change.
         * @example {
         *       "enabled": true,
         *       "style": {
         *         "position": "top",
         *         "theme": "glass"
         *       },
         *       "title": "New here?"
         *     }
         */
        BannerUpdate: components["schemas"]["BannerContent"] & {
            /** @description Shown or not. */
            enabled?: boolean | null;
            /**
             * Format: int64
             * @description A preset to assign, or null to part from one.
             */
            preset_id?: number | null;
            /**
             * @description A style in place of the stored one; `{}` clears it, null keeps it. `theme` light|dark|glass|liquid, `position`
             *     top|bottom, `avatar_shape` circle|rounded|square, `accent` and `text_color` #rrggbb, `opacity` 0.3-1, `radius`
             *     0-32, `dim` 0-0.8, `font` one of twelve faces, `text_size` 0.85-1.3.
             */
            style?: Record<string, unknown> | null;
        };
        /** @description A variant of the texts. */
        BannerVariant: components["schemas"]["BannerTexts"] & {
            /** @description Its name. */
            key: string;
            /**
             * Format: int32
             * @description Its share, 0-10000.
             */
            weight: number;
        };
        /** @description Deprecated: use `BotStats`, which is the same. */
        BotFigures: components["schemas"]["BotStats"];
        /** @description What programs did. */
        BotStats: {
            /**
             * Format: int64
             * @description Visits of the page.
             */
            visits: number;
            /**
             * Format: int64
             * @description Clicks on buttons and smart links.
             */
            clicks: number;
        };
        /**
         * @description Whom a campaign is for. What is left out, null or empty restricts nothing.
         * @example {
         *       "countries": [
         *         "DE"
         *       ],
         *       "last_seen_days": 30,
         *       "status": "active",
         *       "tier": "whale"
         *     }
         */
        BroadcastAudience: {
            tier?: components["schemas"]["AudienceTier"] | null;
            status?: components["schemas"]["AudienceStatus"] | null;
            /** @description Two-letter codes, each once. A fan whose country is not known is in none. */
            countries?: string[] | null;
            /**
             * Format: int64
             * @description The least that a fan has spent, in cents.
             */
            min_spent_cents?: number | null;
            /**
             * Format: int64
             * @description The most that a fan has spent, in cents; not below `min_spent_cents`.
             */
            max_spent_cents?: number | null;
            /**
             * Format: int64
             * @description Fans who were seen within so many days.
             */
            last_seen_days?: number | null;
            /** @description Fans who get nothing, by the engine's ids of 1 to 255 characters. They count as matched, and are screened out. */
            exclude_fan_ids?: string[] | null;
        };
        /** @description Who changed the state of a campaign, oldest first. */
        BroadcastAudit: {
            /** @description The changes. */
            items: components["schemas"]["AuditEntryOut"][];
        };
        /** @description When a campaign ends by itself. */
        BroadcastAutoStop: {
            /**
             * Format: int64
             * @description After so many messages.
             */
            max_sends?: number | null;
            /**
             * Format: int64
             * @description At most so many messages a UTC day; the rest goes out on the next ones.
             */
            max_per_day?: number | null;
            /**
             * Format: int64
             * @description Once its fans have bought for this much, in cents.
             */
            revenue_cents?: number | null;
            /**
             * Format: int64
             * @description At this moment, in Unix seconds; after `schedule.start_at`.
             */
            end_at?: number | null;
            /** @description Whether a fan who wrote since the launch gets no more. */
            on_reply?: boolean | null;
        };
        /** @description Fans of a campaign. `matched` = `pending` + `sent` + `failed` + `unknown` + all of `screened`. */
        BroadcastCounters: {
            /**
             * Format: int64
             * @description All of them.
             */
            matched: number;
            /**
             * Format: int64
             * @description Those who are still to get it, `waiting` ones among them.
             */
            pending: number;
            /**
             * Format: int64
             * @description Those who got it.
             */
            sent: number;
            /**
             * Format: int64
             * @description Those for whom the engine refused it.
             */
            failed: number;
            /**
             * Format: int64
             * @description Those for whom the engine did not say what became of it.
             */
            unknown: number;
            /**
             * Format: int64
             * @description Those who wrote after it.
             */
            replied: number;
            /**
             * Format: int64
             * @description Those who bought after it.
             */
            purchased: number;
            /**
             * Format: int64
             * @description Those whom quiet hours defer.
             */
            waiting: number;
            /** @description Those who get nothing, by `opted_out`, `blocked`, `excluded`, `cooldown`, `already_sent`, `duplicate_text`, `replied`. */
            screened: {
                [key: string]: number;
            };
        };
        /**
         * @description A campaign to be made. It becomes a draft, and nothing is delivered.
         * @example {
         *       "audience": {
         *         "status": "active",
         *         "tier": "spender"
         *       },
         *       "message": {
         *         "media_ids": [
         *           "10001"
         *         ],
         *         "price_cents": 500,
         *         "text": "Hi!"
         *       },
         *       "mode": "segmented",
         *       "schedule": {
         *         "start_at": 1795176000
         *       },
         *       "title": "Summer"
         *     }
         */
        BroadcastCreate: {
            /** @description What it is called: one line. */
            title: string;
            /** @description How it chooses its moments. */
            mode: components["schemas"]["BroadcastMode"];
            /** @description Whom it is for. */
            audience: components["schemas"]["BroadcastAudience"];
            /** @description What it says. */
            message: components["schemas"]["BroadcastMessage"];
            schedule?: components["schemas"]["BroadcastSchedule"] | null;
            /**
             * Format: int64
             * @description Whoever it is done for.
             */
            operator_id?: number | null;
            /** @description The account that sends. It must be the connected one, which is the default. */
            platform_account_id?: string | null;
            pace?: components["schemas"]["BroadcastPace"] | null;
            auto_stop?: components["schemas"]["BroadcastAutoStop"] | null;
        };
        /** @description A campaign that was made. */
        BroadcastCreated: {
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
        };
        /** @description A campaign, how far it is, and what to expect. */
        BroadcastDetail: components["schemas"]["BroadcastOut"] & {
            /** @description How far it is. */
            counters: components["schemas"]["BroadcastCounters"];
            /**
             * Format: date-time
             * @description When its account may send next, RFC 3339; null when nothing is to be sent. A guess, for others may send too.
             */
            next_send_at: string | null;
            /**
             * Format: date-time
             * @description When the last message goes out at this pace, RFC 3339; null as long as the audience is not fully known.
             */
            estimated_finish_at: string | null;
        };
        /** @description `data` of `broadcast.finished`. */
        BroadcastFinishedData: {
            /**
             * Format: int64
             * @description The number of the campaign.
             */
            broadcast_id: number;
            /** @description `finished`, `cancelled` or `failed`. */
            status: string;
            /** @description Why it came to its own end. */
            reason: string | null;
        };
        /** @description A campaign came to its end. */
        BroadcastFinishedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "broadcast.finished";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["BroadcastFinishedData"];
        };
        /** @description Whether broadcasts may be launched and delivered now. */
        BroadcastGate: {
            /** @description Whether launches and deliveries get through. */
            open: boolean;
            /** @description What keeps them from it: `server` for all owners, by its configuration, `owner` for this one; empty where it is open. */
            closed_by: string[];
        };
        /** @description Campaigns, newest first. */
        BroadcastList: {
            /** @description The campaigns. */
            items: components["schemas"]["BroadcastOut"][];
            /** @description Where the next page begins; null at the end. */
            next_cursor: string | null;
        };
        /**
         * @description What a campaign says: a text, media, or both.
         * @example {
         *       "media_ids": [
         *         "10001"
         *       ],
         *       "price_cents": 500,
         *       "text": "Hi!"
         *     }
         */
        BroadcastMessage: {
            /** @description What it says; at most 1000 characters without media. */
            text?: string | null;
            /** @description What it shows, by the engine's ids of 1 to 128 characters, each once. */
            media_ids?: string[] | null;
            /**
             * Format: int64
             * @description What the media cost, in cents: 0, the default, or 300 to 20000. A price needs media.
             */
            price_cents?: number | null;
            /** @description For a `tiered` campaign, what some tiers get instead, by `whale`, `spender`, `free`, `trial`. */
            tiers?: {
                [key: string]: components["schemas"]["TierMessage"];
            } | null;
        };
        /**
         * @description How a campaign chooses its moments.
         * @enum {string}
         */
        BroadcastMode: "segmented" | "tiered" | "drip" | "online";
        /** @description A campaign and its state. */
        BroadcastOut: {
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description What it is called. */
            title: string;
            /** @description How it chooses its moments. */
            mode: components["schemas"]["BroadcastMode"];
            /** @description Whom it is for. */
            audience: components["schemas"]["BroadcastAudience"];
            /** @description What it says. */
            message: components["schemas"]["BroadcastMessage"];
            schedule: components["schemas"]["BroadcastSchedule"] | null;
            /**
             * Format: int64
             * @description Whoever it is done for.
             */
            operator_id: number | null;
            /** @description The account that sends, from the launch on; before it, the one that the campaign names. */
            platform_account_id: string | null;
            pace: components["schemas"]["BroadcastPace"] | null;
            auto_stop: components["schemas"]["BroadcastAutoStop"] | null;
            /** @description `draft`, `scheduled`, `running`, `paused`, `finished`, `cancelled` or `failed`. */
            status: string;
            /** @description While it is paused: `operator`, `gate_closed`, `engine_disconnected`, `failure_rate` or `opt_out_rate`. */
            pause_reason: string | null;
            /** @description Once it is finished: `done`, `auto_stop` or `end_at`. */
            finish_reason: string | null;
            /**
             * Format: date-time
             * @description When it was launched, or started if it was scheduled; RFC 3339.
             */
            launched_at: string | null;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix seconds; when its state last changed.
             */
            updated_at: number;
        };
        /** @description How fast a campaign sends, in place of the service's pace. */
        BroadcastPace: {
            /**
             * Format: int64
             * @description Messages a minute; the service may have a lower ceiling.
             */
            per_minute?: number | null;
            /**
             * Format: int64
             * @description Messages a UTC day.
             */
            per_day?: number | null;
            /**
             * Format: double
             * @description By which part a gap between two messages may be longer.
             */
            jitter?: number | null;
        };
        /** @description `data` of `broadcast.paused`. */
        BroadcastPausedData: {
            /**
             * Format: int64
             * @description The number of the campaign.
             */
            broadcast_id: number;
            /** @description Cause of the pause. */
            reason: string | null;
        };
        /** @description A campaign was paused. */
        BroadcastPausedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "broadcast.paused";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["BroadcastPausedData"];
        };
        /** @description What a campaign has come to. */
        BroadcastReport: {
            /** @description Fans who got nothing, by reason. */
            screened: {
                [key: string]: number;
            };
            /** @description Messages by the hour in which the engine took them, in order; hours without any are left out. */
            sent_by_hour: components["schemas"]["SentInHour"][];
            /**
             * Format: int64
             * @description Fans who wrote within 7 days after the message.
             */
            replies: number;
            /**
             * Format: int64
             * @description Fans who bought within 7 days after the message.
             */
            purchases: number;
            /**
             * Format: int64
             * @description What they bought for, net, in cents.
             */
            revenue_cents: number;
        };
        /** @description When a campaign starts once it is launched. */
        BroadcastSchedule: {
            /**
             * Format: int64
             * @description Unix seconds; a launch before it makes the campaign `scheduled`.
             */
            start_at?: number | null;
        };
        /**
         * @description A copy of parts of a draft to many domains.
         * @example {
         *       "parts": [
         *         "buttons_segments"
         *       ],
         *       "source": "a.example.com",
         *       "targets": [
         *         "b.example.com"
         *       ]
         *     }
         */
        BulkCopy: {
            /** @description The domain whose draft is copied. */
            source: string;
            /** @description The domains that get the copy, at most 1,000; one named twice is done once. */
            targets: string[];
            /** @description Any of `buttons_segments`, `bg`, `ui`, `notification`. */
            parts: string[];
        };
        /** @description What became of a bulk copy. */
        BulkCopyOut: {
            /** @description The domain whose draft was copied. */
            source: string;
            /** @description The parts that were requested. */
            parts: string[];
            /** @description One entry for each target. */
            results: components["schemas"]["BulkCopyResult"][];
        };
        /** @description What became of one target. */
        BulkCopyResult: {
            /** @description The target. */
            host: string;
            /** @description Whether it has the copy now. */
            ok: boolean;
            /** @description `copied`, `domain_not_found` or `copy_same_domain`. */
            detail: string;
        };
        /** @description Several media that were sold together. */
        BundleOut: {
            /** @description The engine's key, else the sorted numbers of the items. */
            bundle_key: string;
            /**
             * Format: int64
             * @description How many media are in it.
             */
            n_media: number;
            /**
             * Format: int64
             * @description Sales less refunds.
             */
            times_sold: number;
            /**
             * Format: int64
             * @description Net money of the whole bundle in cents.
             */
            revenue_cents: number;
            /**
             * Format: int64
             * @description Average gross price in cents.
             */
            avg_price_cents: number;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            last_sold_ts: number;
            /** @description What it was last called; empty when it never was. */
            name: string;
            /** @description Its first items, at most four. */
            cover_ids: number[];
        };
        /**
         * @description A button to be made.
         * @example {
         *       "label": "Join me",
         *       "url": "https://example.com/join"
         *     }
         */
        ButtonCreate: {
            /** @description What it says. */
            label: string;
            /** @description An `https`, `http`, `mailto` or `tel` address, or `funnel:paid` or `funnel:ftl`. */
            url: string;
            /** @description The icon's file name, empty for none. */
            icon?: string;
            /** @description Kept back from every visitor. */
            hidden?: boolean;
            /** @description For whom it is shown; null is everyone. */
            match?: Record<string, unknown> | null;
            /** @description What it is instead for the arms of its segment's experiment; null is never. */
            variants?: Record<string, unknown>[] | null;
            /**
             * Format: int64
             * @description The first second at which it is shown, in Unix seconds; null is from the start.
             */
            from_ts?: number | null;
            /**
             * Format: int64
             * @description The second at which it is shown no longer, in Unix seconds and behind `from_ts`; null is never.
             */
            until_ts?: number | null;
            /**
             * Format: int32
             * @description The place among the segment's buttons, from 0; the last by default.
             */
            position?: number | null;
        };
        /** @description The buttons of a segment by position. */
        ButtonList: {
            /** @description The segment's id. */
            tier: string;
            /** @description The domain. */
            domain: string;
            /** @description The buttons. */
            items: components["schemas"]["ButtonOut"][];
        };
        /** @description The wanted order of a segment's buttons. */
        ButtonOrder: {
            /** @description Every button of the segment, exactly once. */
            button_ids: string[];
        };
        /** @description A button. */
        ButtonOut: {
            /** @description `btn_` and 26 characters. */
            button_id: string;
            /** @description The domain that it belongs to. */
            domain: string;
            /** @description The id of its segment. */
            tier: string;
            /** @description The place among the segment's buttons, from 0. */
            position: number;
            /** @description What it says. */
            label: string;
            /** @description Where it leads, as typed. */
            url: string;
            /** @description The funnel link's address that a visitor gets for `funnel:paid` and `funnel:ftl`; null while there is none. */
            stamped_url?: string | null;
            /** @description The icon's file name, empty for none. */
            icon: string;
            /** @description The file of the rendered label, empty while it is shown as live text. */
            text_filename: string;
            /** @description The text of the rendered label. */
            text_value: string;
            /** @description Kept back from every visitor. */
            hidden: boolean;
            /** @description For whom it is shown; null is everyone. */
            match?: Record<string, unknown> | null;
            /** @description What it is instead for the arms of its segment's experiment. */
            variants?: Record<string, unknown>[] | null;
            /**
             * Format: int64
             * @description The first second at which it is shown, in Unix seconds; left out where there is none.
             */
            from_ts?: number;
            /**
             * Format: int64
             * @description The second at which it is shown no longer, in Unix seconds; left out where there is none.
             */
            until_ts?: number;
        };
        /** @description Why a button is or is not shown. */
        ButtonReason: {
            /** @description Its id. */
            button_id: string;
            /** @description Whether it is shown. */
            shown: boolean;
            /** @description Whether it, or its variant for the visitor's arm, is hidden. */
            hidden: boolean;
            /** @description Whether the moment is before, within or after its schedule; left out where it has none. */
            schedule?: components["schemas"]["Timing"];
            /** @description Whether its condition holds. */
            match: components["schemas"]["Truth"];
            /** @description What each leaf of its condition says. */
            conditions: components["schemas"]["LeafReason"][];
        };
        /** @description A partial change of a button: only the fields that are there change, null clears where a field may be empty. */
        ButtonUpdate: {
            /** @description Another label. */
            label?: string;
            /** @description Another destination. */
            url?: string;
            /** @description Another icon, empty for none. */
            icon?: string;
            /** @description Hidden or shown. */
            hidden?: boolean;
            /** @description Another condition, or none. */
            match?: Record<string, unknown> | null;
            /** @description Other variants, or none. */
            variants?: Record<string, unknown>[] | null;
            /**
             * Format: int64
             * @description Another first second, or none.
             */
            from_ts?: number | null;
            /**
             * Format: int64
             * @description Another end, or none.
             */
            until_ts?: number | null;
            /**
             * Format: int32
             * @description Another place among the buttons, from 0.
             */
            position?: number;
            /** @description Another segment of the domain; without a `position` the button is put last there. */
            tier?: string;
        };
        /**
         * @description A canvas colour.
         * @example {
         *       "color": "#1f2933"
         *     }
         */
        CanvasColor: {
            /** @description `#rrggbb`. */
            color: string;
        };
        /** @description The canvas colour after a change. */
        CanvasColorOut: {
            /** @description The domain. */
            domain: string;
            /** @description `#rrggbb`, lower case. */
            canvas_color: string;
            /** @description Whether it was another one before. */
            changed: boolean;
        };
        /**
         * @description What happened to a value.
         * @enum {string}
         */
        ChangeOp: "add" | "remove" | "change";
        /** @description One difference. A segment or button that came or went is one change with the whole of it. */
        ChangeOut: {
            /** @description What happened. */
            op: components["schemas"]["ChangeOp"];
            /** @description Where: `segments.<id>.name`, `segments.<id>.buttons.<id>.label` ... */
            path: string;
            /** @description The live value; null for an addition. */
            from: unknown;
            /** @description The draft's value; null for a removal. */
            to: unknown;
        };
        /** @description A code for machines and a sentence for people. */
        CodedDetail: {
            /** @description The contract. */
            code: components["schemas"]["ErrorCode"];
            /** @description A sentence for a person; not a contract. */
            message: string;
        };
        /** @description The error body of everything that has a code. */
        CodedError: {
            /** @description What went wrong. */
            detail: components["schemas"]["CodedDetail"];
            /** @description The id of the request, on 5xx answers: quote it to support. */
            request_id?: string | null;
        };
        /** @description The error body of an answer that has a code for some of its reasons only. */
        CodedOrDetailError: components["schemas"]["CodedError"] | components["schemas"]["DetailError"];
        /** @description The error body of an answer that has a code for some of its reasons, and a list of errors for the others. */
        CodedOrValidationErrors: components["schemas"]["CodedError"] | components["schemas"]["ValidationErrors"];
        /** @description An item of the vault in full. */
        ContentDetail: components["schemas"]["ContentOut"] & {
            /**
             * Format: int64
             * @description Its place by buyers, from 1.
             */
            rank: number;
            /**
             * Format: int64
             * @description Among how many.
             */
            rank_total: number;
            /**
             * Format: int64
             * @description All its captured sales less refunds, those in bundles among them.
             */
            captured_sales: number;
            /**
             * Format: int64
             * @description Its sales alone.
             */
            standalone_sales: number;
            /**
             * Format: int64
             * @description Their net money in cents.
             */
            standalone_revenue_cents: number;
            /** @description The latest captured sales, newest first, at most 1000. */
            sales: components["schemas"]["SaleOut"][];
            /** @description The bundles that it was sold in, most sold first, 1,000 at most. */
            bundles: components["schemas"]["BundleOut"][];
        };
        /** @description The first items in an order. */
        ContentList: {
            /** @description The items. */
            items: components["schemas"]["ContentOut"][];
            /**
             * Format: int64
             * @description How many there are in all.
             */
            total: number;
        };
        /** @description An item of content in the vault. */
        ContentOut: {
            /**
             * Format: int64
             * @description The engine's number.
             */
            content_id: number;
            /** @description `photo`, `gif`, `video` or `audio`. */
            media_type: string;
            /**
             * Format: int64
             * @description Fans who bought it, of all time.
             */
            buyers_count: number;
            /**
             * Format: int64
             * @description Tips in cents, of all time.
             */
            tips_cents: number;
            /**
             * Format: int64
             * @description Likes, of all time.
             */
            likes_count: number;
            /** @description Whether it has a cover picture. */
            has_cover: boolean;
            /** @description RFC 3339. */
            vendor_created_at: string;
            /**
             * Format: int64
             * @description Captured sales in the window less refunds; of all time without a window.
             */
            period_sales: number;
            /**
             * Format: int64
             * @description Their net money in cents.
             */
            period_revenue_cents: number;
        };
        /** @description `data` of `conversion.created`. */
        ConversionCreatedData: {
            /**
             * Format: int64
             * @description The number of the conversion.
             */
            conversion_id: number;
            /** @description Action of the fan, such as `new_subscriber`. */
            type: string;
            /**
             * Format: date-time
             * @description When the fan did it.
             */
            occurred_at: string;
            /** @description The domain that it is attributed to. */
            domain: string | null;
            /**
             * Format: int64
             * @description The number of the funnel link that it is attributed to.
             */
            link_id: number | null;
            /**
             * Format: int64
             * @description Amount paid, in cents; null where no money moved.
             */
            gross_cents: number | null;
            /**
             * Format: int64
             * @description The owner's net, in cents.
             */
            net_cents: number | null;
            /** @description The currency. */
            currency: string | null;
        };
        /** @description Something that a fan did was attributed. */
        ConversionCreatedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "conversion.created";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["ConversionCreatedData"];
        };
        /** @description Conversions, attributed or not. */
        ConversionList: {
            /** @description Newest first. */
            items: components["schemas"]["ConversionOut"][];
            /** @description Where the next part begins; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A conversion: ids and money. */
        ConversionOut: {
            /**
             * Format: int64
             * @description The number of the conversion, the same as in messages of webhooks.
             */
            conversion_id: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurred_at: string;
            /** @description `new_subscriber`, `new_transaction`, `message_received` or `fan_sent_3_messages`. */
            type: string;
            /** @description `subscription`, `tip`, `message`, `post` or `refund`; null where no money moved. */
            transaction_kind?: string | null;
            /**
             * Format: int64
             * @description What the fan paid, in cents; not positive for a refund, null where no money moved.
             */
            gross_cents?: number | null;
            /**
             * Format: int64
             * @description What is left of it for the owner, in cents; null where no money moved.
             */
            net_cents?: number | null;
            /** @description Three letters; null where no money moved. */
            currency?: string | null;
            /** @description Who, by their id on the platform. */
            fan_id: string;
            /** @description The domain that it belongs to; null where nothing says so. */
            domain?: string | null;
            /**
             * Format: int64
             * @description The funnel link that it belongs to; null where it belongs to none.
             */
            link_id?: number | null;
            /** @description By what it was attributed: `click` for a click of ours, `link` for the link that the platform named; null where it was not. */
            basis?: string | null;
            /** @description The label of the printed code that its click came by; empty for everything else. */
            source: string;
            /** @description The account on the platform that it was reported for; null where that is unknown. */
            platform_account_id?: string | null;
        };
        /** @description Conversions of a link. */
        ConversionsOut: {
            /**
             * Format: int64
             * @description How many.
             */
            count: number;
            /**
             * Format: int64
             * @description Their net revenue in cents.
             */
            revenue_net_cents: number;
        };
        /**
         * @description The source of a full copy of a draft.
         * @example {
         *       "source": "links.example.com"
         *     }
         */
        CopyFrom: {
            /** @description The domain whose draft is copied. */
            source: string;
        };
        /**
         * @description A two-letter country code.
         * @example DE
         */
        CountryIn: string;
        /** @description Deprecated: use `DayStats`, which is the same. */
        DayFigures: components["schemas"]["DayStats"];
        /** @description The statistics of a day. */
        DayStats: components["schemas"]["FunnelStatsOut"] & {
            /**
             * Format: date
             * @description `YYYY-MM-DD`.
             */
            day: string;
        };
        /** @description The deliveries of a pixel. */
        DeliveryList: {
            /** @description Newest first. */
            items: components["schemas"]["DeliveryOut"][];
            /** @description Where the next part begins; null at the end. */
            next_cursor?: string | null;
        };
        /** @description One conversion on its way to one pixel. */
        DeliveryOut: {
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description The conversion's id at the platform, the same at every attempt. */
            event_id: string;
            /** @description The event's name at the platform. */
            event_name: string;
            /**
             * Format: date-time
             * @description When the conversion happened.
             */
            event_time: string;
            /** @description What identifies the fan, by the platform's names, as SHA-256. */
            hashed: {
                [key: string]: string[];
            };
            /** @description `pending`, `delivered`, `waiting_token` or `parked`. */
            state: string;
            /** @description Why it is parked: `too_old`, `refused`, `exhausted` or `pixel_deleted`. */
            reason?: string | null;
            /**
             * Format: int32
             * @description How often it was tried.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it is tried next, while it is pending.
             */
            next_attempt_at?: string | null;
            last_answer?: components["schemas"]["AnswerOut"] | null;
            /**
             * Format: int64
             * @description Time at which the conversion was taken in, in Unix seconds.
             */
            created_at: number;
            /**
             * Format: date-time
             * @deprecated
             * @description Time at which the conversion was taken in, in RFC 3339.
             *
             *     Deprecated since 27 Nov 2026, and may be gone from 01 Jun 2027: use `created_at`.
             */
            created_at_iso: string;
            /** @description Whether the event is a test of the pixel. */
            test: boolean;
        };
        /**
         * @description Who draws the page.
         * @example {
         *       "kind": "builtin"
         *     }
         */
        DesignIn: {
            /** @description `builtin`, or `custom_html` with a document of the owner's. */
            kind: components["schemas"]["DesignKind"];
            /** @description The document, at most 512 KiB; for `custom_html` only. */
            html?: string | null;
        };
        /**
         * @description Who draws the page.
         * @enum {string}
         */
        DesignKind: "builtin" | "custom_html";
        /** @description The design after a change, without the document. */
        DesignOut: {
            /** @description `builtin` or `custom_html`. */
            kind: string;
            /** @description The length of the document in bytes; 0 without one. */
            html_bytes: number;
        };
        /** @description `data` of `destination.broken`. */
        DestinationBrokenData: {
            /** @description The address. */
            url: string;
            /** @description Domains on whose pages or links it is used. */
            domains: string[];
            /**
             * Format: date-time
             * @description When the first look failed.
             */
            broken_since: string;
            /**
             * Format: int32
             * @description The HTTP status of the last answer; null when none came.
             */
            last_status: number | null;
            /** @description Why none came. */
            last_error: string | null;
        };
        /** @description An address that pages or links lead to does not work any more. */
        DestinationBrokenEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "destination.broken";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["DestinationBrokenData"];
        };
        /**
         * @description Which destination to look at.
         * @example {
         *       "url": "https://shop.example.com/sale"
         *     }
         */
        DestinationCheck: {
            /** @description The address of a destination. */
            url: string;
        };
        /** @description The destinations of an owner. */
        DestinationList: {
            /** @description Whether destinations are looked at; without it there are none. */
            enabled: boolean;
            /** @description The destinations, those that were found first at the beginning. */
            items: components["schemas"]["DestinationOut"][];
            /** @description Where the next part begins; null at the end. */
            next_cursor: string | null;
        };
        /** @description `data` of `destination.mended`. */
        DestinationMendedData: {
            /** @description The address. */
            url: string;
            /** @description Domains on whose pages or links it is used. */
            domains: string[];
            /**
             * Format: date-time
             * @description When the first look failed.
             */
            broken_since: string;
        };
        /** @description A broken address works again. */
        DestinationMendedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "destination.mended";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["DestinationMendedData"];
        };
        /** @description An address that buttons or smart links lead to. */
        DestinationOut: {
            /** @description The address, without its fragment. */
            url: string;
            /** @description Domains on whose pages or smart links it is used, 20 of them at most. */
            domains: string[];
            /** @description `unknown`, `ok` or `broken`. */
            state: string;
            /**
             * Format: date-time
             * @description The first look that failed, while it is broken.
             */
            broken_since: string | null;
            /**
             * Format: int32
             * @description The HTTP status of the last answer, behind its redirects; null when none came.
             */
            last_status: number | null;
            /** @description Why none came: `dns`, `connection`, `tls`, `timeout`, `redirects` or `forbidden_address`; null when one did, or before the first look. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When it was last looked at.
             */
            checked_at: string | null;
            /**
             * Format: date-time
             * @description When it is looked at next.
             */
            next_check_at: string;
        };
        /**
         * @description Whether destinations are looked at.
         * @example {
         *       "enabled": true
         *     }
         */
        DestinationSwitch: {
            /** @description True looks at each once a day; false deletes them all. */
            enabled: boolean;
        };
        /** @description The error body of what has no code: authentication, unknown paths, failures of the service itself. */
        DetailError: {
            /** @description A fixed sentence. */
            detail: string;
            /** @description The id of the request, on 5xx answers: quote it to support. */
            request_id?: string | null;
        };
        /** @description What publishing now would change. */
        DiffOut: {
            /**
             * Format: int32
             * @description The live version; null before the first publish.
             */
            live_version?: number | null;
            /** @description The differences from the live content to the draft's. */
            changes: components["schemas"]["ChangeOut"][];
        };
        /**
         * @description A DNS record to set.
         * @example {
         *       "name": "links.example.com",
         *       "type": "CNAME",
         *       "value": "edge.example.net"
         *     }
         */
        DnsRecordOut: {
            /** @description `CNAME`, `A` or `AAAA`. */
            type: string;
            /** @description The name that it is set for. */
            name: string;
            /** @description Where it leads. */
            value: string;
        };
        /** @description `data` of `domain.active`. */
        DomainActiveData: {
            /** @description The domain. */
            domain: string;
        };
        /** @description A domain is reachable. */
        DomainActiveEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "domain.active";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["DomainActiveData"];
        };
        /** @description `data` of `domain.failed`. */
        DomainFailedData: {
            /** @description The domain. */
            domain: string;
            /** @description Fault of the destination, for a person. */
            error: string | null;
        };
        /** @description Provisioning has given up a domain. */
        DomainFailedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "domain.failed";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["DomainFailedData"];
        };
        /** @description The links that fill a domain's slots. */
        DomainLinksOut: {
            /** @description The domain. */
            domain: string;
            /** @description Free-trial links. */
            trial_count: number;
            /** @description Paid links. */
            tracking_count: number;
            /**
             * Format: int32
             * @description Buttons that have a stamped address.
             */
            stamped_count: number;
            /** @description The paid link, then the trials by country. */
            items: components["schemas"]["FunnelLinkOut"][];
        };
        /** @description Domains of the owner. */
        DomainList: {
            /** @description The domains. */
            items: components["schemas"]["DomainOut"][];
            /** @description With `limit` or `cursor` alone: where the next part begins; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A landing domain. */
        DomainOut: {
            /** @description The public name in its canonical form. */
            hostname: string;
            /** @description What the owner calls it. */
            display_name: string;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            created_at: number;
            /**
             * Format: int32
             * @description Buttons of the draft, over all segments.
             */
            button_count: number;
            /** @description `pending`, `active` or `failed`. */
            infra_state: string;
            /** @description Why the last attempt to provision it failed. */
            provisioning_error?: string | null;
            /**
             * Format: int64
             * @description Unix seconds of the last attempt to provision it; null before the first.
             */
            infra_attempted_at?: number | null;
            /**
             * @description What to set at the DNS provider, so that the name leads here: the CNAME record, or all address records where the name is the top
             *     of a zone. Left out where the operator of the service configured no target.
             */
            dns_records?: components["schemas"]["DnsRecordOut"][];
        };
        /**
         * @description A domain to be registered.
         * @example {
         *       "display_name": "Example",
         *       "hostname": "links.example.com"
         *     }
         */
        DomainRegister: {
            /** @description The public name; taken lower case, without a trailing dot, in ASCII (IDNA). */
            hostname: string;
            /** @description What the owner calls it; shown on the page. */
            display_name: string;
        };
        /** @description A paying fan of a domain. */
        DomainSpenderOut: {
            /** @description Their id on the platform. */
            fan_id: string;
            /** @description What they call themselves; empty if unknown. */
            fan_username: string;
            /**
             * Format: int64
             * @description Their money for the owner, refunds taken off.
             */
            total_net_cents: number;
            /**
             * Format: int64
             * @description How often they bought.
             */
            purchases: number;
            /** @description Two letters; empty if unknown. */
            country: string;
            /** @description Whether they had bought before they were first seen on the domain. */
            is_returning: boolean;
            /**
             * Format: int64
             * @description Their money from before that; it is in no total.
             */
            pre_anchor_cents: number;
            /**
             * Format: date-time
             * @description Their first purchase.
             */
            first_at: string;
            /**
             * Format: date-time
             * @description Their last purchase.
             */
            last_at: string;
        };
        /** @description The paying fans of a domain. */
        DomainSpenders: {
            /** @description The domain. */
            domain: string;
            /** @description Most money first, then by id. */
            spenders: components["schemas"]["DomainSpenderOut"][];
            /** @description Over all of them, whatever part is shown. */
            totals: components["schemas"]["SpenderTotals"];
            /** @description The currency of all sums by ISO 4217: that of the owner's first account. */
            currency: string;
            /** @description Money of the window in other currencies, in minor units, which is in no sum. */
            other_currencies: {
                [key: string]: number;
            };
            /** @description Where the next part begins; null at the end. */
            next_cursor?: string | null;
        };
        /** @description The statistics of a domain. */
        DomainStats: {
            /** @description The domain. */
            domain: string;
            /** @description Over all days and sources. */
            totals: components["schemas"]["FunnelStatsOut"];
            /** @description The currency of all sums by ISO 4217: that of the owner's first account. */
            currency: string;
            /** @description Money of the window in other currencies, in minor units, which is in no sum. */
            other_currencies: {
                [key: string]: number;
            };
            /** @description Of each day in UTC on which something happened, oldest first. */
            days: components["schemas"]["DayStats"][];
            /** @description Of each source. */
            sources: components["schemas"]["SourceStats"][];
            /** @description Only with `by`: the counts of each key. Hours are sorted by time, countries, devices and so on by visits, most first. */
            items?: components["schemas"]["SplitItem"][];
            /** @description Only with `by`: what programs did. No other count includes it. */
            bots?: components["schemas"]["BotStats"];
        };
        /** @description Slots by status. */
        DryRunCounts: {
            /** @description Links that would be made. */
            new: number;
            /** @description Links that are recorded. */
            exists: number;
            /** @description Links that would be taken over. */
            adoptable: number;
        };
        /** @description One slot of a dry run. */
        DryRunItemOut: {
            /** @description `paid` or `ftl`. */
            offer: string;
            /** @description The country of a trial. */
            country?: string | null;
            /** @description `new`, `exists` or `adoptable`. */
            status: string;
        };
        /** @description What provisioning would do. */
        DryRunOut: {
            /** @description The domain. */
            domain: string;
            /** @description One item a slot. */
            items: components["schemas"]["DryRunItemOut"][];
            /** @description How many of each status. */
            counts: components["schemas"]["DryRunCounts"];
        };
        /** @description What the calling key may do right now. */
        EffectiveRights: {
            /** @description The scopes of the key: `read`, `write`. */
            scopes: string[];
            /** @description The functions that it may call, by tab, after its restriction and those of the member behind it. */
            functions: {
                [key: string]: string[];
            };
            /**
             * Format: int64
             * @description When it ends, in Unix seconds; null for a lasting key.
             */
            expires_at: number | null;
            /** @description The currency of all sums of money by ISO 4217: that of the owner's first account. */
            currency: string;
            /**
             * @description Opaque name of the owner: the same for all keys of one owner, and no two owners share it. It changes when the operator changes the
             *     secret key of the service.
             */
            workspace: string;
        };
        /**
         * @description Every code of a coded error. The word is the contract; the status follows from it.
         * @enum {string}
         */
        ErrorCode: "invalid_scope" | "invalid_request" | "copy_same_domain" | "canvas_color_invalid" | "landing_ui_invalid" | "invalid_slug" | "slug_reserved" | "invalid_policy" | "invalid_platform" | "invalid_pixel_id" | "token_required" | "unauthorized" | "scope_escalation" | "beyond_own_rights" | "insufficient_scope" | "insufficient_rights" | "domain_cap_reached" | "file_quota_reached" | "domain_not_found" | "segment_unknown" | "segment_not_found" | "link_not_found" | "smart_link_not_found" | "qr_not_found" | "preset_not_found" | "button_not_found" | "key_not_found" | "broadcast_not_found" | "version_not_found" | "member_not_found" | "session_not_found" | "webhook_not_found" | "delivery_not_found" | "destination_not_found" | "segment_default_required" | "segment_not_empty" | "slug_taken" | "domain_taken" | "hostname_quarantined" | "hostname_unproven" | "notification_empty" | "preset_name_taken" | "preset_incomplete" | "engine_not_connected" | "link_foreign" | "broadcast_gate_closed" | "invalid_transition" | "idempotency_conflict" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "invalid_file" | "rate_limited" | "engine_error" | "unavailable";
        /** @description An arm of an experiment. */
        ExperimentArm: {
            /** @description Its name. */
            id: string;
            /**
             * Format: int32
             * @description Its share of the visitors, among the weights of all arms.
             */
            weight: number;
            /**
             * Format: int64
             * @description Visits that count: those of one visitor within half an hour are one.
             */
            visitors: number;
            /**
             * Format: int64
             * @description Clicks on buttons.
             */
            clicks: number;
            /**
             * Format: int64
             * @description New subscribers.
             */
            subs: number;
            /**
             * Format: int64
             * @description Money for the owner, refunds taken off.
             */
            revenue_cents: number;
            /**
             * Format: double
             * @description The share of visitors who did what is the goal, 0 to 1.
             */
            rate: number;
            /** @description The lower and the upper bound of the true rate, with a confidence of 95 % (Wilson). */
            interval: number[];
            /**
             * Format: double
             * @description Probability that no other arm is better, 0 to 1 (beta-binomial, 20,000 draws); null before there were enough visitors.
             */
            probability_best?: number | null;
        };
        /** @description The experiments of a live page. */
        ExperimentList: {
            /** @description One for each segment that has one, in the order of the segments. */
            items: components["schemas"]["ExperimentOut"][];
        };
        /** @description An experiment. */
        ExperimentOut: {
            /** @description The segment that it belongs to. */
            segment_id: string;
            /** @description Its key; what was counted under another key was another experiment. */
            key: string;
            /** @description Whether every arm with a weight has had 100 visitors. */
            enough: boolean;
            /** @description Its arms. */
            arms: components["schemas"]["ExperimentArm"][];
        };
        /** @description An event and its effect on the statistics. */
        ExplainedEvent: {
            /** @description The engine's id of it. */
            event_id: string;
            /**
             * Format: date-time
             * @description When.
             */
            occurred_at: string;
            /**
             * @description `purchase`, `adjustment`, `no_money`, `other_currency`, `outside_window`, `pre_anchor`, `unattributed`
             *     or `other_domain`.
             */
            effect: string;
            /**
             * Format: int64
             * @description The money; null where none moved.
             */
            net_cents?: number | null;
            /** @description The currency of the money, where it is another than that of the sums, in which it is not. */
            currency?: string;
            attribution?: components["schemas"]["AttributionOut"] | null;
        };
        /** @description What an owner has. A part that was not requested is left out. */
        ExportDocument: {
            /**
             * Format: int32
             * @description The version of the form, 1.
             */
            version: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            exported_at: string;
            /** @description Domains with their drafts, oldest first. */
            domains?: components["schemas"]["PortableDomain"][];
            /** @description Smart links, by domain. */
            smartlinks?: components["schemas"]["PortableSmartLink"][];
            /** @description Printed codes, by domain. */
            qr?: components["schemas"]["PortableCode"][];
            /** @description The presets of the library of banners, oldest first. */
            library?: components["schemas"]["PortablePreset"][];
            /** @description The members of the team, oldest first; none of their keys. */
            members?: components["schemas"]["PortableMember"][];
        };
        /** @description Why a fan's statistics on a domain are what they are. */
        FanExplained: {
            /** @description The domain. */
            domain: string;
            /** @description Who. */
            fan_id: string;
            /** @description What they call themselves; empty if unknown. */
            fan_username: string;
            /** @description Two letters; empty if unknown. */
            country: string;
            /** @description The rule in words. */
            model: string;
            anchor?: components["schemas"]["AnchorOut"] | null;
            /** @description All their events, oldest first. */
            events: components["schemas"]["ExplainedEvent"][];
        };
        /** @description Deprecated: use `FunnelStatsOut`, which is the same. */
        FunnelFiguresOut: components["schemas"]["FunnelStatsOut"];
        /** @description A link that fills a slot of a domain. */
        FunnelLinkOut: {
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description `paid` or `ftl`. */
            offer: string;
            /** @description `tracking_link` or `free_trial`. */
            kind: string;
            /** @description The country of a trial; null for the paid link. */
            country?: string | null;
            /** @description What the platform calls it. */
            provider_id: string;
            /** @description What it is called there. */
            name: string;
            /** @description Its upstream address. */
            url: string;
            /**
             * Format: int32
             * @description The length of a trial in days.
             */
            trial_days?: number | null;
            /** @description Whether it is switched on. */
            active: boolean;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            created_at: number;
        };
        /** @description What happened. */
        FunnelStatsOut: {
            /**
             * Format: int64
             * @description Scans of printed codes.
             */
            scans: number;
            /**
             * Format: int64
             * @description Visits of the page.
             */
            visits: number;
            /**
             * Format: int64
             * @description Clicks on buttons and smart links.
             */
            clicks: number;
            /**
             * Format: int64
             * @description New subscribers.
             */
            subs: number;
            /**
             * Format: int64
             * @description Money for the owner, refunds taken off.
             */
            revenue_cents: number;
        };
        /** @description The arms of some countries. */
        GeoRule: {
            /** @description Two-letter codes. */
            countries: string[];
            /** @description What their visitors get. */
            arms: components["schemas"]["Arms"];
        };
        /**
         * @description What was done with a row.
         * @enum {string}
         */
        ImportAction: "created" | "replaced" | "skipped" | "failed";
        /**
         * @description What becomes of a row whose natural name belongs to something else already. A row that changes nothing is skipped in any case.
         * @enum {string}
         */
        ImportConflict: "skip" | "replace" | "fail";
        /** @description Why a row failed. */
        ImportFault: {
            /** @description The code that the operation which makes such a thing answers with. */
            code: components["schemas"]["ErrorCode"];
            /** @description A sentence for a person; where a value is wrong it begins with its path in the row. */
            message: string;
        };
        /** @description What became of a document. */
        ImportOut: {
            /** @description Whether nothing was changed, because a dry run was requested. */
            dry_run: boolean;
            /** @description How many rows were created. */
            created: number;
            /** @description How many rows were replaced. */
            replaced: number;
            /** @description How many rows were skipped. */
            skipped: number;
            /** @description How many rows failed. */
            failed: number;
            /** @description What became of each row, in the order of the document. */
            results: components["schemas"]["ImportResult"][];
        };
        /** @description A document to take in. */
        ImportRequest: {
            /** @description What an export answered, or a part of it. */
            document: components["schemas"]["ImportedDocument"];
            /** @description Whether to report only what would become of each row, and change nothing. */
            dry_run?: boolean;
            /** @description What becomes of a row whose natural name belongs to something else already. */
            on_conflict?: components["schemas"]["ImportConflict"];
        };
        /** @description What became of a row. */
        ImportResult: {
            /** @description Its place in the document, such as `domains.0`. */
            path: string;
            /** @description The natural name of what it describes; null where it can't be read. */
            name?: string | null;
            /** @description What was done with it. */
            action: components["schemas"]["ImportAction"];
            /** @description Why it failed. */
            fault?: components["schemas"]["ImportFault"];
        };
        /** @description The rows of a document. Errors of a row are reported in its result. */
        ImportedDocument: {
            /**
             * Format: int32
             * @description The version of the form, 1.
             */
            version: number;
            /** @description When it was made; not looked at. */
            exported_at?: string | null;
            /** @description Domains with their drafts, as an export lists them. */
            domains?: Record<string, unknown>[];
            /** @description Smart links, as an export lists them. */
            smartlinks?: Record<string, unknown>[];
            /** @description Printed codes, as an export lists them. */
            qr?: Record<string, unknown>[];
            /** @description Presets of the library, as an export lists them. */
            library?: Record<string, unknown>[];
            /** @description Members of the team, as an export lists them. */
            members?: Record<string, unknown>[];
        };
        /** @description `data` of `key.created`. */
        KeyCreatedData: {
            /**
             * Format: int64
             * @description The number of the key.
             */
            key_id: number;
        };
        /** @description A key was minted, or made by a rotation. */
        KeyCreatedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "key.created";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["KeyCreatedData"];
        };
        /** @description The keys that open something now, oldest first. */
        KeyList: {
            /** @description The keys. */
            items: components["schemas"]["KeyListItem"][];
            /** @description Where the next page begins; null at the end. */
            next_cursor: string | null;
        };
        /** @description A key in the list. */
        KeyListItem: {
            /** @description The middle part of its token. */
            prefix: string;
            /** @description What it is called. */
            name: string;
            /** @description `read`, `write`. */
            scopes: string[];
            /**
             * Format: int64
             * @description When it was last used, in Unix seconds, to about a minute; null for never.
             */
            last_used_at: number | null;
        };
        /**
         * @description A key to be made. What is left out comes from the calling key.
         * @example {
         *       "name": "dashboard",
         *       "scopes": [
         *         "read"
         *       ]
         *     }
         */
        KeyMint: {
            /** @description What to call it. */
            name: string;
            /** @description `read`, `write`; both when left out. */
            scopes?: string[] | null;
            /** @description The tabs that it is restricted to. */
            tabs?: string[] | null;
            /** @description The functions that it is restricted to, by tab. */
            caps?: {
                [key: string]: string[];
            } | null;
            /**
             * Format: int64
             * @description When it ends, in Unix seconds.
             */
            expires_at?: number | null;
            /**
             * Format: int64
             * @description The member on whose behalf it acts; with the owner's own keys only.
             */
            member_id?: number | null;
        };
        /** @description A key with all that may be read of it. */
        KeyOut: {
            /**
             * Format: int64
             * @description The number of the key.
             */
            id: number;
            /** @description The middle part of its token. */
            prefix: string;
            /** @description The name of the key. */
            name: string;
            /** @description `read`, `write`. */
            scopes: string[];
            /** @description The tabs that the key is restricted to; null for all. */
            tabs: string[] | null;
            /** @description The functions that the key is restricted to, by tab; null for all. */
            caps: {
                [key: string]: string[];
            } | null;
            /**
             * Format: int64
             * @description The member on whose behalf the key acts; null for the owner.
             */
            member_id: number | null;
            /**
             * Format: int64
             * @description Creation time, in Unix seconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Time of the last use, in Unix seconds, to about a minute; null for never.
             */
            last_used_at: number | null;
            /**
             * Format: int64
             * @description End of the key, in Unix seconds; null for a lasting key.
             */
            expires_at: number | null;
        };
        /** @description `data` of `key.revoked`. */
        KeyRevokedData: {
            /**
             * Format: int64
             * @description The number of the key.
             */
            key_id: number;
        };
        /** @description A key was revoked, or replaced by a rotation. */
        KeyRevokedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "key.revoked";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["KeyRevokedData"];
        };
        /**
         * @description How a key is replaced.
         * @example {
         *       "overlap_seconds": 3600
         *     }
         */
        KeyRotate: {
            /**
             * Format: int64
             * @description How long the old token lives on, at most a week and never past its own end; 0 by default.
             */
            overlap_seconds?: number | null;
        };
        /** @description `data` of `landing.published`. */
        LandingPublishedData: {
            /** @description The domain. */
            domain: string;
            /**
             * Format: int32
             * @description The number of the version that is live.
             */
            version: number;
            /**
             * Format: int32
             * @description The number of the version that it repeats, if it is a roll-back.
             */
            rolled_back_from: number | null;
        };
        /** @description Another version of a landing page is live. */
        LandingPublishedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "landing.published";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["LandingPublishedData"];
        };
        /**
         * @description The settings by section. Each section replaces the stored one as a whole; null resets it to the stock look.
         * @example {
         *       "buttons": {
         *         "color": "#7a3ff2",
         *         "fill": "gradient",
         *         "font": "Poppins",
         *         "shape": "pill"
         *       }
         *     }
         */
        LandingUi: {
            /**
             * @description `shape` rounded|pill|square|sharp, `fill` solid|outline|glass|gradient|shadow, `color` #rrggbb, `animation`
             *     none|pulse|shake|bounce|glow|shine, `anim_speed` slow|normal|fast, `font` one of twelve faces, `align`
             *     left|center|right.
             */
            buttons?: Record<string, unknown> | null;
            /** @description `name_font`, `name_size` 10-48, `status_text` to 60 characters, `bio` to 400, `bio_font`, `bio_size` 10-48. */
            profile?: Record<string, unknown> | null;
            /** @description `enabled`, `mode` confirm|birthdate, `blur`. */
            gate?: Record<string, unknown> | null;
            /**
             * @description The preview where the page's address is shared: `title` to 70 characters, `description` to 200, `picture` card|upload. A
             *     card of 1200 x 630 pixels is drawn from title and description; left out while it is not set.
             */
            share?: Record<string, unknown> | null;
            /**
             * @description Help for visitors inside Instagram, TikTok and Facebook to open the page outside: `mode` off|hint|auto; left out while it
             *     is not set.
             */
            in_app?: Record<string, unknown> | null;
            /**
             * @description Campaign parameters for outgoing addresses that lack them: `source`, `medium`, `campaign`, each up to 100 characters with
             *     `{button_id}`, `{segment}` and `{domain}`; left out while it is not set.
             */
            utm?: Record<string, unknown> | null;
        };
        /** @description The settings after a change. */
        LandingUiOut: {
            /** @description The domain. */
            domain: string;
            /** @description The sections as they are stored; null is the stock look. */
            ui: components["schemas"]["LandingUi"];
            /** @description Whether they were other ones before. */
            changed: boolean;
            /** @description Labels whose picture has another name now. */
            relabeled: number;
        };
        /** @description What one condition says of the visitor. */
        LeafReason: {
            /** @description The path of the condition in `match`, such as `all.0.not`. */
            path: string;
            /** @description The field that it looks at. */
            field: string;
            /** @description What it says. */
            result: components["schemas"]["Truth"];
        };
        /** @description `data` of `link.changed`. */
        LinkChangedData: {
            /** @description `smart_link` or `funnel_link`. */
            kind: string;
            /**
             * Format: int64
             * @description The number of the link among those of its kind.
             */
            id: number;
            /** @description The domain of the link, if it has one. */
            domain: string | null;
            /** @description `created`, `updated` or `deleted`. */
            change: string;
        };
        /** @description A link was made, changed or deleted. */
        LinkChangedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "link.changed";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["LinkChangedData"];
        };
        /** @description A paying fan of a link. */
        LinkSpenderOut: {
            /** @description Their id on the platform. */
            fan_id: string;
            /** @description What they call themselves; empty if unknown. */
            fan_username: string;
            /**
             * Format: int64
             * @description Their money over the link, refunds taken off.
             */
            total_net_cents: number;
            /**
             * Format: int64
             * @description How often they bought.
             */
            purchases: number;
            /**
             * Format: date-time
             * @description Their first purchase.
             */
            first_at: string;
            /**
             * Format: date-time
             * @description Their last purchase.
             */
            last_at: string;
            /** @description Two letters; empty if unknown. */
            country: string;
        };
        /** @description The paying fans of a link. */
        LinkSpenders: {
            /** @description The link. */
            link: components["schemas"]["SpentLink"];
            /** @description Over all fans of the link, whatever part is shown. */
            our_totals: components["schemas"]["LinkTotalsOut"];
            /** @description The currency of all sums by ISO 4217: that of the owner's first account. */
            currency: string;
            /** @description Money in other currencies, in minor units, which is in no sum. */
            other_currencies: {
                [key: string]: number;
            };
            /** @description The platform's own counters, as they were last pulled; 0 before that. */
            platformapi: components["schemas"]["PlatformCounters"];
            /** @description Most money first, then by id. */
            spenders: components["schemas"]["LinkSpenderOut"][];
            /** @description Where the next part begins; null at the end. */
            next_cursor?: string | null;
        };
        /**
         * @description Whether a funnel link is to be on.
         * @example {
         *       "active": false
         *     }
         */
        LinkToggle: {
            /** @description On or off. */
            active: boolean;
        };
        /** @description Totals over the fans of a link. */
        LinkTotalsOut: {
            /**
             * Format: int64
             * @description All money of the link, refunds taken off.
             */
            revenue_cents: number;
            /**
             * Format: int64
             * @description How many paid.
             */
            spenders: number;
            /**
             * Format: int64
             * @description How many came over the link, buyers or not.
             */
            fans: number;
        };
        /**
         * @description A member to be added. Without `tabs` and `caps` they have every right of the owner.
         * @example {
         *       "email": "ada@example.com",
         *       "name": "Ada",
         *       "tabs": [
         *         "landings"
         *       ]
         *     }
         */
        MemberCreate: {
            /** @description What they are called. */
            name: string;
            /** @description Their address for mail. */
            email: string;
            /** @description The tabs that they are restricted to. */
            tabs?: string[] | null;
            /** @description The functions that they are restricted to, by tab. */
            caps?: {
                [key: string]: string[];
            } | null;
        };
        /** @description The members, oldest first. */
        MemberList: {
            /** @description The members. */
            items: components["schemas"]["MemberOut"][];
            /** @description Where the next page begins; null at the end. */
            next_cursor: string | null;
        };
        /** @description A member. */
        MemberOut: {
            /**
             * Format: int64
             * @description Their number.
             */
            id: number;
            /** @description What they are called. */
            name: string;
            /** @description Their address for mail. */
            email: string;
            /** @description The tabs that they are restricted to; null for no such restriction. */
            tabs: string[] | null;
            /** @description The functions that they are restricted to, by tab; null for no such restriction. */
            caps: {
                [key: string]: string[];
            } | null;
            /**
             * Format: int64
             * @description When they were added, in Unix seconds.
             */
            created_at: number;
        };
        /** @description A partial change of a member: only the fields that are there change; null lifts a restriction. */
        MemberUpdate: {
            /** @description Another name. */
            name?: string;
            /** @description Another address. */
            email?: string;
            /** @description Other tabs, or none. */
            tabs?: string[] | null;
            /** @description Other functions by tab, or none. */
            caps?: {
                [key: string]: string[];
            } | null;
        };
        /** @description A key that was just made. */
        MintedKey: {
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description What it is called. */
            name: string;
            /** @description The middle part of the token. */
            prefix: string;
            /**
             * Format: password
             * @description The whole token, this once; absent when the answer is repeated.
             */
            token?: string | null;
            /** @description `read`, `write`. */
            scopes: string[];
            /**
             * Format: int64
             * @description When it was made, in Unix seconds.
             */
            created_at: number;
            /** @description The tabs that it is restricted to. */
            tabs?: string[] | null;
            /** @description The functions that it is restricted to, by tab. */
            caps?: {
                [key: string]: string[];
            } | null;
            /**
             * Format: int64
             * @description When it ends, in Unix seconds.
             */
            expires_at?: number | null;
            /**
             * Format: int64
             * @description The member on whose behalf it acts.
             */
            member_id?: number | null;
        };
        /** @description The body of an operation that takes no fields; it may be left out. */
        NoFields: Record<string, unknown>;
        /** @description Deprecated: use `OverviewStats`, which is the same. */
        OverviewFigures: components["schemas"]["OverviewStats"];
        /** @description What happened on a day or a domain. */
        OverviewItem: components["schemas"]["OverviewStats"] & {
            /**
             * Format: date
             * @description `YYYY-MM-DD`, with `by=day`.
             */
            day?: string;
            /** @description The domain, with `by=domain`. */
            domain?: string;
        };
        /** @description The statistics of all domains together. */
        OverviewOut: {
            /**
             * Format: int64
             * @description The first second of the first day, Unix seconds.
             */
            from_ts: number;
            /**
             * Format: int64
             * @description The last second of the last day, Unix seconds.
             */
            to_ts: number;
            /** @description The currency of all sums by ISO 4217: that of the owner's first account. */
            currency: string;
            /** @description Money of the window in other currencies, in minor units, which is in no sum. */
            other_currencies: {
                [key: string]: number;
            };
            /** @description Over all days. */
            totals: components["schemas"]["OverviewStats"];
            /** @description Over as many days, just before. */
            previous: components["schemas"]["OverviewStats"];
            /** @description Of each day, or each domain, on which something happened, in their order. */
            items: components["schemas"]["OverviewItem"][];
        };
        /** @description What happened. */
        OverviewStats: {
            /**
             * Format: int64
             * @description Visits of pages.
             */
            visits: number;
            /**
             * Format: int64
             * @description Clicks on buttons and smart links.
             */
            clicks: number;
            /**
             * Format: int64
             * @description New subscribers.
             */
            subs: number;
            /**
             * Format: int64
             * @description Fans who bought, each once.
             */
            spenders: number;
            /**
             * Format: int64
             * @description Money for the owner, refunds taken off.
             */
            revenue_cents: number;
        };
        /** @description `data` of `pixel.failing`. */
        PixelFailingData: {
            /** @description The id of the pixel's funnel link at the engine. */
            provider_id: string;
            /** @description `meta` or `tiktok`. */
            platform: string;
        };
        /** @description An ad platform refuses the token of a pixel. */
        PixelFailingEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pixel.failing";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["PixelFailingData"];
        };
        /** @description The pixels of a link, at most one a platform. */
        PixelList: {
            /** @description The pixels. */
            items: components["schemas"]["PixelOut"][];
        };
        /** @description A pixel. */
        PixelOut: {
            /** @description `meta` or `tiktok`. */
            platform: string;
            /** @description The id there. */
            pixel_id: string;
            /** @description The event map as it was sent; empty for none. */
            event_map_json: string;
            /** @description Whether events are forwarded. */
            active: boolean;
            /** @description Whether a token is stored. */
            has_token: boolean;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            updated_at: number;
            /** @description What the platform last refused; null while all is well. */
            last_error?: string | null;
        };
        /**
         * @description A conversion pixel to be made or changed.
         * @example {
         *       "active": true,
         *       "pixel_id": "1234567890",
         *       "platform": "meta"
         *     }
         */
        PixelPut: {
            /** @description `meta` or `tiktok`. */
            platform: string;
            /** @description 1-64 letters, digits, underscores and hyphens. */
            pixel_id: string;
            access_token?: components["schemas"]["WriteOnly"] | null;
            /** @description A JSON object as text: conversion types to event names, merged over the defaults; an empty name switches a type off. */
            event_map_json?: string | null;
            /** @description False pauses the forwarding and keeps everything else. */
            active?: boolean | null;
        };
        /**
         * @description A test of a pixel.
         * @example {
         *       "test_event_code": "TEST12345"
         *     }
         */
        PixelTest: {
            /** @description The code from the platform's test page; one is made up if it is left out. */
            test_event_code?: string | null;
        };
        /** @description What came of a test. */
        PixelTested: {
            /** @description The code that marked the event. */
            test_event_code: string;
            /** @description The event's name. */
            event_name: string;
            /** @description The event's id. */
            event_id: string;
            /** @description What the platform said. */
            answer: components["schemas"]["AnswerOut"];
        };
        /** @description The platform's counters of a link. */
        PlatformCounters: {
            /**
             * Format: int64
             * @description Clicks.
             */
            clicks: number;
            /**
             * Format: int64
             * @description Subscribers.
             */
            subscribers: number;
            /**
             * Format: int64
             * @description Revenue in cents.
             */
            revenue_cents: number;
            /**
             * Format: int64
             * @description Fans who spent.
             */
            spenders: number;
        };
        /**
         * @description How the visitors of a smart link are split.
         * @example {
         *       "arms": {
         *         "ftl": {
         *           "enabled": true,
         *           "label": "Free trial",
         *           "require_country_link": true,
         *           "trial_days": 7,
         *           "weight": 50
         *         },
         *         "paid": {
         *           "enabled": true,
         *           "label": "Paid",
         *           "require_country_link": false,
         *           "trial_days": 0,
         *           "weight": 50
         *         }
         *       },
         *       "geo": [],
         *       "v": 1
         *     }
         */
        Policy: {
            /**
             * Format: int64
             * @description The version of this shape.
             */
            v: number;
            /** @description What visitors get whose country no rule names. */
            arms: components["schemas"]["Arms"];
            /** @description What the visitors of some countries get instead; a country is in one rule at most. */
            geo: components["schemas"]["GeoRule"][];
        };
        /**
         * @description Whom to simulate.
         * @example {
         *       "country": "DE",
         *       "samples": 1000
         *     }
         */
        PolicySimulate: {
            /** @description The visitors' country; null is unknown. */
            country?: string | null;
            /**
             * Format: int64
             * @description How many made-up visitors are dealt to the arms, beside the exact shares.
             */
            samples?: number | null;
            /**
             * Format: int64
             * @description The moment in Unix seconds; now by default.
             */
            at?: number | null;
        };
        /** @description What the visitors of a country get. */
        PolicySimulation: {
            /** @description The country, upper case. */
            country?: string | null;
            /** @description The index of the rule that names it. */
            geo_rule?: number | null;
            /** @description The arms. */
            arms: components["schemas"]["SimulatedArms"];
            /** @description Where all of them are sent because the link is over; left out while it is not. */
            expired_target?: string;
        };
        /** @description A printed code. */
        PortableCode: {
            /** @description The domain that it is on; with `slug` its name. */
            domain: string;
            /** @description What follows `/qr/`; empty for the main code. */
            slug: string;
            /** @description The label of its scans; that of the slug where it is left out. One that exists keeps its own. */
            source?: string | null;
            /** @description What it is called, up to 80 characters. */
            title: string;
            /** @description Where it is shown, up to 40 characters. */
            channel: string;
            /** @description The slug of the smart link that a scan leads to; null or left out for the landing page. */
            smart_link?: string | null;
            /** @description What it looks like. */
            design: Record<string, unknown>;
            /** @description Whether scans carry the label. */
            active: boolean;
        };
        /** @description A domain with its draft. */
        PortableDomain: {
            /** @description Its name, by which it is known when it is taken in. */
            hostname: string;
            /** @description What its owner calls it, 1-80 characters. */
            display_name: string;
            /** @description The name of the preset that its banner follows. */
            preset?: string | null;
            /** @description Its draft: segments with their buttons, the look, the banner and the reach, without what follows from them. */
            draft: Record<string, unknown>;
        };
        /** @description A member of the team. */
        PortableMember: {
            /** @description Their address for mail, by which they are known; where several have the same, by their order too. */
            email: string;
            /** @description What they are called, 1-80 characters. */
            name: string;
            /** @description The tabs that they are restricted to; null for no such restriction. */
            tabs?: string[] | null;
            /** @description The functions that they are restricted to, by tab; null for no such restriction. */
            caps?: {
                [key: string]: string[];
            } | null;
        };
        /** @description A preset of the library of banners. */
        PortablePreset: {
            /** @description What it is called, 1-80 characters, by which it is known. */
            name: string;
            /** @description What its banner says, shows and plays. */
            content: Record<string, unknown>;
        };
        /** @description A smart link. */
        PortableSmartLink: {
            /** @description The domain that it is on; with `slug` its name. */
            domain: string;
            /** @description The last part of its address, 1-32 characters of `a-z`, `0-9`, `_` and `-`. */
            slug: string;
            /** @description What it is called, 1-80 characters. */
            name: string;
            /** @description How its visitors are split. */
            policy: Record<string, unknown>;
            /** @description Whether visitors are served. */
            active: boolean;
            /**
             * Format: int64
             * @description The first second at which it is over, in Unix seconds; null is never.
             */
            expires_at?: number | null;
            /** @description Where visitors are sent once it is over; null is the landing page. */
            expired_url?: string | null;
        };
        /**
         * @description Which preset a domain has.
         * @example {
         *       "enabled": true,
         *       "preset_id": 1
         *     }
         */
        PresetAssignment: {
            /**
             * Format: int64
             * @description The preset; null for none.
             */
            preset_id: number | null;
            /** @description Whether the banner is to be on while the preset is complete. */
            enabled: boolean;
        };
        /**
         * @description A domain whose banner is to be kept.
         * @example {
         *       "domain": "links.example.com",
         *       "name": "Welcome"
         *     }
         */
        PresetFromDomain: {
            /** @description The domain. */
            domain: string;
            /** @description What to call the preset. */
            name: string;
        };
        /**
         * @description A preset to be made, or a partial change of one.
         * @example {
         *       "body": "Say hello",
         *       "link_text": "Open",
         *       "name": "Welcome",
         *       "title": "New here?"
         *     }
         */
        PresetIn: components["schemas"]["BannerContent"] & {
            /** @description What it is called, 1-80 characters, unique in the library. */
            name?: string | null;
        };
        /** @description The library, oldest first. */
        PresetList: {
            /** @description The presets. */
            items: components["schemas"]["PresetOut"][];
            /** @description Where the next page begins; null at the end. */
            next_cursor: string | null;
        };
        /** @description A preset of the library. */
        PresetOut: components["schemas"]["BannerContent"] & {
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description The owner's number. */
            creator_id: string;
            /** @description What it is called. */
            name: string;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            updated_at: number;
        };
        /**
         * @description An audience to be looked at.
         * @example {
         *       "audience": {
         *         "status": "active",
         *         "tier": "spender"
         *       }
         *     }
         */
        PreviewAsk: {
            /** @description Whom a campaign would be for. */
            audience: components["schemas"]["BroadcastAudience"];
        };
        /**
         * @description How large an audience is. No fan can be identified from it.
         * @example {
         *       "histogram": {
         *         "other": 15,
         *         "spender": 80
         *       },
         *       "matched": 120,
         *       "selected": 97
         *     }
         */
        PreviewOut: {
            /**
             * Format: int64
             * @description Fans whom the selector takes; null from 1 to 4.
             */
            matched: number | null;
            /**
             * Format: int64
             * @description Those of them who pass screening now; null from 1 to 4. Of those who are left out by name, whole fives are taken off.
             */
            selected: number | null;
            /** @description The selected ones by tier, rounded down to fives. Tiers under 5 fans are merged into `other`; a bucket under 5 is left out. */
            histogram: {
                [key: string]: number;
            };
            /**
             * Format: int64
             * @description The smallest count that is shown, 5; present where `matched` or `selected` is null.
             */
            floor?: number | null;
        };
        /**
         * @description Which funnel links a domain is to have.
         * @example {
         *       "default_paid": true,
         *       "paid_countries": "rest",
         *       "trial_countries": [
         *         "DE",
         *         "US"
         *       ],
         *       "trial_days": 7
         *     }
         */
        ProvisionLinks: {
            /** @description Two-letter codes of the countries that get a free trial of their own; may be empty. */
            trial_countries: string[];
            /** @description `rest` or `none`: who gets the paid link. */
            paid_countries: string;
            /** @description Whether buttons of the default segment get the paid link too. */
            default_paid: boolean;
            /**
             * Format: int64
             * @description 1, 3, 7, 14, 30, 90, 180 or 360; needed where there are trial countries.
             */
            trial_days?: number | null;
        };
        /** @description What provisioning did. */
        ProvisionedOut: {
            /** @description The domain. */
            domain: string;
            /**
             * Format: int32
             * @description Links made upstream.
             */
            created: number;
            /**
             * Format: int32
             * @description Links found upstream under their slot's name.
             */
            adopted: number;
            /**
             * Format: int32
             * @description Links that were recorded already.
             */
            reused: number;
            /**
             * Format: int32
             * @description Buttons whose address changed.
             */
            stamped: number;
            /** @description Slots without a link and buttons without an address, each with the reason. */
            unresolved: Record<string, unknown>[];
            /** @description The domain's links. */
            links: components["schemas"]["DomainLinksOut"];
        };
        /** @description What is live after a publish or roll-back. */
        PublishOut: {
            /** @description The domain. */
            domain: string;
            /**
             * Format: int32
             * @description The live version.
             */
            version: number;
            /**
             * Format: date-time
             * @description When it went live, RFC 3339 in UTC.
             */
            published_at: string;
            /** @description Whether this call changed what is live. */
            changed: boolean;
        };
        /**
         * @description A QR code to be made. A design wins over a preset; with neither it has the stock design.
         * @example {
         *       "channel": "print",
         *       "preset": "dots-rose",
         *       "slug": "flyer",
         *       "title": "Flyer, summer"
         *     }
         */
        QrCreate: {
            /** @description What follows `/qr/`, up to 32 characters of `a-z`, `0-9`, `_` and `-`; empty for the main code at `/qr`. */
            slug: string;
            /** @description What it is called. */
            title?: string | null;
            /** @description Where it is shown, in the owner's words. */
            channel?: string | null;
            /** @description Where a scan leads instead of the landing page: the slug of a smart link of the domain. */
            smart_link?: string | null;
            /** @description The id of a preset of the catalog. */
            preset?: string | null;
            /** @description A full design, of the form that answers show. */
            design?: Record<string, unknown> | null;
        };
        /**
         * @description What a code looks like.
         * @example {
         *       "bg": "#fff5fa",
         *       "card_radius": 0.1,
         *       "eye_dot": "dot",
         *       "eye_frame": "rounded",
         *       "fg_grad": {
         *         "kind": "linear",
         *         "stops": [
         *           [
         *             0,
         *             "#6d0d42"
         *           ],
         *           [
         *             1,
         *             "#971a5e"
         *           ]
         *         ]
         *       },
         *       "module": "dots"
         *     }
         */
        QrDesign: {
            /** @description `square`, `rounded`, `fluid`, `dots`, `mosaic`, `leaf`, `bars_v`, `bars_h` or `diamond`. */
            module: string;
            /** @description `square`, `rounded`, `circle` or `leaf`. */
            eye_frame: string;
            /** @description `square`, `rounded`, `dot`, `leaf` or `diamond`. */
            eye_dot: string;
            /** @description The colours of the foreground. */
            fg_grad: components["schemas"]["QrGradient"];
            /** @description The colour of the background, `#rrggbb`. It is light, and every foreground colour is darker, by at least 4.5:1. */
            bg: string;
            /**
             * Format: double
             * @description The radius of the card's corners as a share of its side.
             */
            card_radius: number;
            /** @description A picture in the middle; left out where there is none. */
            logo?: components["schemas"]["QrLogo"];
            /** @description A frame with a call to action; left out where there is none. */
            frame?: components["schemas"]["QrFrame"];
        };
        /** @description A frame around a code, with a call to action below it. */
        QrFrame: {
            /** @description The call to action, on one line. */
            text: string;
            /** @description One of the twelve fonts, such as `Inter`; it must have all characters of the text. */
            font: string;
            /** @description The colour of the frame, `#rrggbb`. The text is white or nearly black, whichever is read better on it. */
            color: string;
        };
        /** @description The colours of the foreground. */
        QrGradient: {
            /** @description `solid`, `linear` (at 45 degrees) or `radial`. */
            kind: string;
            /** @description `[position 0-1, "#rrggbb"]`, rising: one for `solid`, else two to four. */
            stops: unknown[][];
        };
        /** @description The codes of a domain, in the order of creation. */
        QrList: {
            /** @description The codes. */
            items: components["schemas"]["QrOut"][];
            /** @description Where the next page begins; null at the end. */
            next_cursor: string | null;
        };
        /** @description A picture in the middle of a code, on the code's background. */
        QrLogo: {
            /** @description The name of a picture that the owner uploaded, such as by `PUT /qr/logo`. */
            file: string;
            /**
             * Format: double
             * @description The share of the code's width that is kept free for it.
             */
            size: number;
        };
        /**
         * @description A picture that was uploaded for codes.
         * @example {
         *       "file": "3f9a0c.png"
         *     }
         */
        QrLogoFile: {
            /** @description The name by which designs mention it, in `logo.file`. */
            file: string;
        };
        /** @description A QR code with its design and its statistics. */
        QrOut: {
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description The domain. */
            domain: string;
            /** @description What follows `/qr/`; empty for the main code. */
            slug: string;
            /** @description `/qr` or `/qr/<slug>`. */
            path: string;
            /** @description What it is called. */
            title: string;
            /** @description Where it is shown. */
            channel: string;
            /**
             * @description The slug of the smart link that a scan leads to; null for the landing page, where scans also lead while the domain has no
             *     active smart link of this slug.
             */
            smart_link: string | null;
            /** @description The label of its scans, `qr` or `qr-<slug>` by its first slug; it never changes. */
            source: string;
            /** @description What it looks like. */
            design: components["schemas"]["QrDesign"];
            /** @description Whether scans carry the label. */
            active: boolean;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            updated_at: number;
            /** @description What it brought in. */
            stats: components["schemas"]["QrStats"];
            /** @description How well it is read; in answers to a creation or a change only. */
            scannability?: components["schemas"]["QrScannability"];
        };
        /** @description The catalog: 10 families of shapes by 10 palettes. */
        QrPresetList: {
            /** @description The presets, in a stable order. */
            items: components["schemas"]["QrPresetOut"][];
        };
        /** @description A design of the catalog. */
        QrPresetOut: {
            /** @description `<family>-<palette>`; the design of an id never changes. */
            id: string;
            /** @description What people call it. */
            name: string;
            /** @description The family of shapes. */
            family: string;
            /** @description The palette. */
            palette: string;
            /** @description The design. */
            design: components["schemas"]["QrDesign"];
        };
        /**
         * @description A code that is drawn and not stored.
         * @example {
         *       "domain": "links.example.com",
         *       "preset": "dots-rose",
         *       "slug": "flyer"
         *     }
         */
        QrPreview: {
            /** @description A full design; it wins over a preset, and with neither the stock design is drawn. */
            design?: Record<string, unknown> | null;
            /** @description The id of a preset. */
            preset?: string | null;
            /** @description A domain of the owner; without one the code holds an address of a sample domain. */
            domain?: string | null;
            /** @description What follows `/qr/`; empty or left out for `/qr` itself. */
            slug?: string | null;
        };
        /** @description How well a code is read by cameras. */
        QrScannability: {
            /**
             * Format: double
             * @description The contrast of the weakest colour against the background, 4.5 to 21, rounded down to hundredths.
             */
            contrast_min: number;
            /** @description The error correction level: `Q`, or `H` around a logo. */
            ecl: string;
            /**
             * Format: int32
             * @description The empty border in modules.
             */
            quiet_zone: number;
            /**
             * @description What holds it back: `eye_frame_not_read_by_all`, `eye_dot_weak`, `background_dark`, `contrast_below_7`,
             *     `code_small_on_card`.
             */
            warnings: string[];
        };
        /** @description What a code brought in, all time. */
        QrStats: {
            /**
             * Format: int64
             * @description Scans, those of programs aside.
             */
            scans: number;
            /**
             * Format: int64
             * @description Landing views with the label.
             */
            visits: number;
            /**
             * Format: int64
             * @description Clicks in those visits.
             */
            clicks: number;
            /**
             * Format: int64
             * @description Subscriptions attributed to those clicks.
             */
            subs: number;
            /**
             * Format: int64
             * @description Revenue attributed to those clicks.
             */
            revenue_cents: number;
        };
        /**
         * @description A partial change of a QR code: only the fields that are there change. It is live at once.
         * @example {
         *       "active": true,
         *       "slug": "poster"
         *     }
         */
        QrUpdate: {
            /** @description Another path. The label and the statistics stay; what was printed before still redirects, without the label. */
            slug?: string;
            /** @description Another title. */
            title?: string;
            /** @description Another channel. */
            channel?: string;
            /** @description Where scans lead from now on: the slug of a smart link of the domain, or null for the landing page. What is printed stays. */
            smart_link?: string | null;
            /** @description The id of a preset, whose design takes the place of the stored one. */
            preset?: string;
            /** @description A full design in place of the stored one; it wins over a preset. */
            design?: Record<string, unknown>;
            /** @description False: scans redirect without the label, and are not counted. */
            active?: boolean;
        };
        /** @description What was put on its way again. */
        Redriven: {
            /**
             * Format: int64
             * @description How many parked deliveries are tried again; those that are too old are not.
             */
            redriven: number;
        };
        /** @description `data` of `request.created`. */
        RequestCreatedData: {
            /**
             * Format: int64
             * @description The number of the content request.
             */
            request_id: number;
        };
        /** @description A fan asks for content. */
        RequestCreatedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "request.created";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["RequestCreatedData"];
        };
        /** @description Content requests, newest first. */
        RequestList: {
            /** @description The requests. */
            items: components["schemas"]["RequestOut"][];
            /** @description Where the next page begins; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A fan's request for content. */
        RequestOut: {
            /**
             * Format: int64
             * @description Our number of it.
             */
            id: number;
            /** @description `new`, `in_progress`, `fulfilled` or `declined`. */
            status: string;
            /** @description The engine's id of the fan. */
            fan_id: string;
            /** @description What the fan is called; empty when that is not known. */
            fan_username: string;
            /** @description What the fan wants. */
            text: string;
            /**
             * Format: int64
             * @description What the fan offers, in cents.
             */
            offered_cents: number;
            /** @description What the fan got. */
            media_ids: string[];
            /** @description Why it was declined. */
            reason?: string | null;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix seconds; when its state last changed.
             */
            updated_at: number;
        };
        /**
         * @description An answer to a content request.
         * @example {
         *       "action": "fulfill",
         *       "media_ids": [
         *         "10001"
         *       ]
         *     }
         */
        RequestRespond: {
            /** @description `start`, `fulfill` or `decline`. */
            action: string;
            /** @description What the fan gets; needed to fulfill. */
            media_ids?: string[] | null;
            /** @description Why not; needed to decline. */
            reason?: string | null;
        };
        /** @description A content request after an answer. */
        RespondedOut: {
            /**
             * Format: int64
             * @description Our number of it.
             */
            id: number;
            /** @description Its state now. */
            status: string;
            /** @description What the fan got. */
            media_ids: string[];
        };
        /**
         * @description The version to go back to.
         * @example {
         *       "version": 1
         *     }
         */
        Rollback: {
            /**
             * Format: int32
             * @description Its number.
             */
            version: number;
        };
        /** @description A captured sale. */
        SaleOut: {
            /** @description The engine's id of the fan. */
            fan_id: string;
            /** @description What the fan is called; empty when that is not known. */
            fan_username: string;
            /**
             * Format: int64
             * @description What the fan paid, gross, in cents.
             */
            price_cents: number;
            /** @description The currency of the price, where it is another than that of the sums, in which it is not. */
            currency?: string;
            /**
             * Format: int64
             * @description How many media the message held.
             */
            media_in_msg: number;
            /** @description RFC 3339. */
            sold_at: string;
        };
        /**
         * @description A segment to be made.
         * @example {
         *       "countries": [
         *         "DE"
         *       ],
         *       "name": "Germany"
         *     }
         */
        SegmentCreate: {
            /** @description What it is called. */
            name: string;
            /** @description Two-letter codes; none is any country. */
            countries?: components["schemas"]["CountryIn"][];
            /** @description Whether it becomes the catch-all. The first segment of a domain always does. */
            is_default?: boolean;
            /** @description Further conditions over the visitor; null is always. */
            match?: Record<string, unknown> | null;
            /** @description An experiment; null is none. */
            ab?: Record<string, unknown> | null;
            /** @description The page's language, such as `de` or `pt-BR`; empty or null is none. */
            lang?: string | null;
            /**
             * Format: int64
             * @description The first second at which it is tried, in Unix seconds; null is from the start. The catch-all serves at any time.
             */
            from_ts?: number | null;
            /**
             * Format: int64
             * @description The second at which it is tried no longer, in Unix seconds and behind `from_ts`; null is never.
             */
            until_ts?: number | null;
            /**
             * Format: int32
             * @description The place among the segments, from 0; the last by default.
             */
            position?: number | null;
        };
        /** @description The segments of a draft by position. */
        SegmentList: {
            /** @description The segments. */
            items: components["schemas"]["SegmentOut"][];
        };
        /** @description A geo-segment. */
        SegmentOut: {
            /** @description `seg_` and 26 characters. */
            segment_id: string;
            /** @description The domain that it belongs to. */
            domain: string;
            /** @description What it is called. */
            name: string;
            /** @description Two-letter codes, upper case; none is any country. */
            countries: string[];
            /** @description The place among the segments, from 0. */
            position: number;
            /** @description Whether it is the catch-all; exactly one segment of a domain is. */
            is_default: boolean;
            /** @description Further conditions over the visitor. */
            match?: Record<string, unknown> | null;
            /** @description The experiment. */
            ab?: Record<string, unknown> | null;
            /** @description The page's language, empty for none. */
            lang: string;
            /**
             * Format: int64
             * @description The first second at which it is tried, in Unix seconds; left out where there is none.
             */
            from_ts?: number;
            /**
             * Format: int64
             * @description The second at which it is tried no longer, in Unix seconds; left out where there is none.
             */
            until_ts?: number;
        };
        /** @description Why a segment was or was not chosen. */
        SegmentReason: {
            /** @description Its id. */
            segment_id: string;
            /** @description What it is called. */
            name: string;
            /** @description Whether it is the catch-all, which is tried last and always serves. */
            is_default: boolean;
            /** @description Whether it was chosen. */
            chosen: boolean;
            /** @description Whether the visitor's country is among its countries. */
            countries: components["schemas"]["Truth"];
            /** @description Whether the moment is before, within or after its schedule; left out where it has none. */
            schedule?: components["schemas"]["Timing"];
            /** @description Whether its condition holds. */
            match: components["schemas"]["Truth"];
            /** @description What each leaf of its condition says. */
            conditions: components["schemas"]["LeafReason"][];
        };
        /** @description A partial change of a segment: only the fields that are there change, null clears where a field may be empty. */
        SegmentUpdate: {
            /** @description Another name. */
            name?: string;
            /** @description Other two-letter codes; an empty list is any country. */
            countries?: components["schemas"]["CountryIn"][];
            /** @description True makes it the catch-all in place of the present one; false is refused on the catch-all. */
            is_default?: boolean;
            /** @description Other conditions, or none. */
            match?: Record<string, unknown> | null;
            /** @description Another experiment, or none. */
            ab?: Record<string, unknown> | null;
            /** @description Another language, or none. */
            lang?: string | null;
            /**
             * Format: int64
             * @description Another first second, or none.
             */
            from_ts?: number | null;
            /**
             * Format: int64
             * @description Another end, or none.
             */
            until_ts?: number | null;
            /**
             * Format: int32
             * @description Another place among the segments, from 0.
             */
            position?: number;
        };
        /** @description Messages of one hour. */
        SentInHour: {
            /**
             * Format: date-time
             * @description The first moment of the hour, RFC 3339 in UTC.
             */
            hour: string;
            /**
             * Format: int64
             * @description How many.
             */
            n: number;
        };
        /**
         * @description A sign-in.
         * @example {
         *       "browser": "Firefox on Linux"
         *     }
         */
        SessionCreate: {
            /** @description Family of the browser, for the list of sessions. */
            browser?: string | null;
        };
        /** @description Sessions of the calling key, the one that was used last first. */
        SessionList: {
            /** @description The sessions, at most 50. */
            items: components["schemas"]["SessionOut"][];
        };
        /** @description A session of the calling key. */
        SessionOut: {
            /** @description Id of the session. */
            id: string;
            /** @description Family of the browser; null where it is not known. */
            browser: string | null;
            /**
             * Format: int64
             * @description Time of the sign-in, in Unix seconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Time of the last request, in Unix seconds, to a minute.
             */
            last_seen_at: number;
            /**
             * Format: int64
             * @description End of the session, however often it is used, in Unix seconds.
             */
            expires_at: number;
        };
        /** @description A session with the rights of its key. */
        SessionShown: {
            /** @description The session. */
            session: components["schemas"]["SessionOut"];
            /** @description Rights of the calling key right now. */
            rights: components["schemas"]["EffectiveRights"];
        };
        /** @description What becomes of one arm. */
        SimulatedArm: {
            /**
             * Format: double
             * @description The share of visitors that end here, from 0 to 1.
             */
            share: number;
            /**
             * @description Why it is left out: `disabled`, `zero_weight`, `no_country_link`, `not_provisioned`, `inactive`, or
             *     `expired`: the smart link is over, and nobody gets an arm.
             */
            left_out?: string | null;
            /** @description Where its visitors are sent: an address, the landing page's if there is no link, or null if nobody gets here. */
            target?: string | null;
            /**
             * Format: int32
             * @description How many of the made-up visitors ended here.
             */
            sampled?: number | null;
        };
        /** @description Both arms of a simulation. */
        SimulatedArms: {
            /** @description The paid offer. */
            paid: components["schemas"]["SimulatedArm"];
            /** @description The free trial. */
            ftl: components["schemas"]["SimulatedArm"];
        };
        /** @description A button as the visitor would see it. */
        SimulatedButton: {
            /** @description Its id. */
            button_id: string;
            /** @description What it says. */
            label: string;
            /** @description Where it leads, as typed. */
            url: string;
            /** @description The funnel link's address, where it has one. */
            stamped_url?: string | null;
            /** @description Its icon. */
            icon: string;
        };
        /** @description A segment by name. */
        SimulatedSegment: {
            /** @description Its id. */
            segment_id: string;
            /** @description What it is called. */
            name: string;
            /** @description The page's language, empty for none. */
            lang: string;
        };
        /** @description What the visitor would get, and why. */
        Simulation: {
            /** @description The domain. */
            domain: string;
            /** @description Whether the draft was looked at instead of the live version. */
            draft: boolean;
            segment?: components["schemas"]["SimulatedSegment"] | null;
            /** @description The arm of the segment's experiment. */
            arm?: string | null;
            /** @description The buttons that are shown, in order. */
            buttons: components["schemas"]["SimulatedButton"][];
            /** @description Every segment in the order of trial. */
            segments: components["schemas"]["SegmentReason"][];
            /** @description Every button of the segment by position. */
            button_reasons: components["schemas"]["ButtonReason"][];
        };
        /**
         * @description A smart link to be made.
         * @example {
         *       "domain": "links.example.com",
         *       "slug": "vip"
         *     }
         */
        SmartLinkCreate: {
            /** @description A domain of the owner. */
            domain: string;
            /** @description 1-32 characters of `a-z`, `0-9`, `_` and `-`; `paid` and `ftl` are reserved. */
            slug: string;
            /** @description What it is called; the slug by default. */
            name?: string | null;
            /** @description How its visitors are split; by default half and half, with trials for countries that have their own trial link. */
            policy?: Record<string, unknown> | null;
            /**
             * Format: int64
             * @description The first second at which the link is over, in Unix seconds; null is never.
             */
            expires_at?: number | null;
            /** @description An `https` or `http` address where visitors are sent once it is over; null is the landing page. */
            expired_url?: string | null;
        };
        /** @description The smart links of a domain, oldest first. */
        SmartLinkList: {
            /** @description The links. */
            items: components["schemas"]["SmartLinkOut"][];
            /** @description Where the next page begins; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A smart link, which splits its visitors by a policy. */
        SmartLinkOut: {
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description The domain. */
            domain: string;
            /** @description The last part of its address. */
            slug: string;
            /** @description What it is called. */
            name: string;
            /** @description How its visitors are split. */
            policy: components["schemas"]["Policy"];
            /** @description Whether visitors are served. */
            active: boolean;
            /**
             * Format: int64
             * @description The first second at which the link is over, in Unix seconds; left out where it never is.
             */
            expires_at?: number;
            /** @description Where visitors are sent once it is over; left out where that is the landing page. */
            expired_url?: string;
            /** @description Its address. */
            url: string;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            updated_at: number;
        };
        /**
         * @description A partial change of a smart link: only the fields that are there change.
         * @example {
         *       "active": false
         *     }
         */
        SmartLinkUpdate: {
            /** @description Another name. */
            name?: string;
            /** @description Another policy, whole. */
            policy?: Record<string, unknown>;
            /** @description Whether visitors are served. */
            active?: boolean;
            /**
             * Format: int64
             * @description Another end in Unix seconds, or none.
             */
            expires_at?: number | null;
            /** @description Another address for visitors who come too late, or none. */
            expired_url?: string | null;
        };
        /** @description Deprecated: use `SourceStats`, which is the same. */
        SourceFigures: components["schemas"]["SourceStats"];
        /** @description Whether a background picture was uploaded. */
        SourceOut: {
            /** @description The domain. */
            domain: string;
            /** @description The variant. */
            variant: components["schemas"]["SourceVariant"];
            /** @description Whether it is there. */
            exists: boolean;
        };
        /** @description The statistics of a source. */
        SourceStats: components["schemas"]["FunnelStatsOut"] & {
            /** @description The label of the printed code; empty for everything else. */
            source: string;
        };
        /**
         * @description What an uploaded picture is for: the background on some screens, or the preview.
         * @enum {string}
         */
        SourceVariant: "mobile" | "desktop" | "share";
        /** @description The files of the background pictures. */
        SourcesOut: {
            /** @description The picture for phones. */
            mobile?: string | null;
            /** @description The picture for everything wider. */
            desktop?: string | null;
            /** @description The picture for the preview; left out while there is none. */
            share?: string;
        };
        /** @description Totals over the paying fans of a domain. */
        SpenderTotals: {
            /**
             * Format: int64
             * @description All money in the window, refunds taken off, also of fans who only got something back in it and are not listed.
             */
            revenue_cents: number;
            /**
             * Format: int64
             * @description How many they are.
             */
            spenders: number;
            /**
             * Format: int64
             * @description How often they bought.
             */
            conversions: number;
        };
        /** @description A link, as it is shown above its fans. */
        SpentLink: {
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description The country of a trial; empty for a paid link. */
            country: string;
            /** @description `paid` or `ftl`. */
            arm: string;
            /** @description What the platform calls it. */
            provider_id: string;
            /** @description What it is called there. */
            name: string;
            /** @description Its upstream address. */
            url: string;
        };
        /** @description Deprecated: use `SplitItem`, which is the same. */
        SplitFigures: components["schemas"]["SplitItem"];
        /** @description What happened to those with one trait. */
        SplitItem: {
            /**
             * @description The trait; empty where it is unknown. Of an arm `<segment_id>/<arm>/<key of the experiment>`, of an hour its beginning in
             *     RFC 3339. `other` is the sum of the buttons or referrers beyond the 500 that are kept of a day.
             */
            key: string;
            /**
             * Format: int64
             * @description Visits of the page; a button has none.
             */
            visits: number;
            /**
             * Format: int64
             * @description Clicks on buttons and smart links.
             */
            clicks: number;
            /**
             * Format: int64
             * @description New subscribers.
             */
            subs: number;
            /**
             * Format: int64
             * @description Money for the owner, refunds taken off.
             */
            revenue_cents: number;
        };
        /** @description What a tier's message has instead of the common one; what is left out or null is the common one's. */
        TierMessage: {
            /** @description What it says. */
            text?: string | null;
            /** @description What it shows. */
            media_ids?: string[] | null;
            /**
             * Format: int64
             * @description What the media cost, in cents.
             */
            price_cents?: number | null;
        };
        /**
         * @description Whether a moment is before, within or after a schedule.
         * @enum {string}
         */
        Timing: "open" | "not_yet" | "over";
        /** @description A link after it was switched. */
        ToggledOut: components["schemas"]["FunnelLinkOut"] & {
            /**
             * Format: int32
             * @description Buttons whose address changed.
             */
            stamped: number;
        };
        /** @description Tracked links, by offer and then by time of creation. */
        TrackedLinkList: {
            /** @description The links. */
            items: components["schemas"]["TrackedLinkOut"][];
            /** @description Where the next page begins; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A tracked funnel link with its statistics. */
        TrackedLinkOut: {
            /**
             * Format: int64
             * @description Our number of it, by which it is switched on and off.
             */
            link_id: number;
            /** @description The domain whose slot it fills, where it is switched on and off; null for one that is only in the account. */
            domain: string | null;
            /** @description What the platform calls it. */
            provider_id: string;
            /** @description `paid` or `ftl`. */
            offer: string;
            /** @description `tracking_link` or `free_trial`. */
            kind: string;
            /** @description What it is called there. */
            name: string;
            /** @description Its upstream address. */
            redirect_url: string;
            /** @description Whether it is switched on. */
            active: boolean;
            /**
             * @description `foreign` for a link of an account that was connected before: it serves visitors while it is switched on, can't be
             *     switched here, and its counters are 0. Absent for a link of the connected account.
             */
            state?: string | null;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            created_at: number;
            /** @description The platform's counters. */
            vendor: components["schemas"]["VendorOut"];
            /** @description The engine's count of conversions. */
            conversions: components["schemas"]["ConversionsOut"];
            /**
             * Format: int64
             * @description Average revenue per subscriber, in cents.
             */
            arps_cents: number;
        };
        /**
         * @description Three-valued truth.
         * @enum {string}
         */
        Truth: "yes" | "no" | "unknown";
        /**
         * @description What an owner uses of what they may have.
         * @example {
         *       "domains": {
         *         "allowed": 25,
         *         "used": 3
         *       },
         *       "file_bytes": {
         *         "allowed": 2147483648,
         *         "used": 4194304
         *       },
         *       "files": {
         *         "allowed": 10000,
         *         "used": 12
         *       },
         *       "plan": "pro"
         *     }
         */
        UsageOut: {
            /** @description The plan: `free`, `pro` or `agency`. */
            plan: string;
            /** @description Domains; beyond the cap, a registration is `domain_cap_reached`. */
            domains: components["schemas"]["UsedOut"];
            /** @description Uploaded files, of all time; beyond the quota, an upload is `file_quota_reached`. */
            files: components["schemas"]["UsedOut"];
            /** @description Bytes of all uploaded files together. */
            file_bytes: components["schemas"]["UsedOut"];
        };
        /** @description How much there is, and how much there may be. */
        UsedOut: {
            /**
             * Format: int64
             * @description What there is.
             */
            used: number;
            /**
             * Format: int64
             * @description What there may be; null where it is not limited.
             */
            allowed: number | null;
        };
        /** @description The error body of an input that does not fit: every error of it at once. */
        ValidationErrors: {
            /** @description One entry a error. */
            detail: components["schemas"]["ValidationItem"][];
        };
        /** @description One error of an input. */
        ValidationItem: {
            /** @description Where: `body`, `query` or `path`, then field names and list indexes down to the value. */
            loc: components["schemas"]["ValidationStep"][];
            /** @description A sentence for a person; not a contract. */
            msg: string;
            /** @description A stable snake_case word, such as `missing` or `too_long`. */
            type: string;
        };
        /** @description One step of a place: a field's name, or an index of a list. */
        ValidationStep: number | string;
        /** @description The platform's counters of a link. */
        VendorOut: {
            /** @description As of which day, `YYYY-MM-DD`. */
            day: string;
            /**
             * Format: int64
             * @description Clicks.
             */
            clicks: number;
            /**
             * Format: int64
             * @description Subscribers.
             */
            subscribers: number;
            /**
             * Format: int64
             * @description Revenue in cents.
             */
            revenue_cents: number;
            /**
             * Format: int64
             * @description Fans who spent.
             */
            spenders: number;
        };
        /** @description Published versions, newest first. */
        VersionList: {
            /** @description The versions. */
            items: components["schemas"]["VersionOut"][];
            /** @description Where the next part begins; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A published version. */
        VersionOut: {
            /**
             * Format: int32
             * @description Its number, from 1.
             */
            version: number;
            /**
             * Format: date-time
             * @description When it went live, RFC 3339 in UTC.
             */
            published_at: string;
            /** @description The prefix of the key that published it. */
            published_by: string;
            /**
             * Format: int32
             * @description The version whose content it is, for a roll-back.
             */
            rolled_back_from?: number | null;
        };
        /** @description One attempt to deliver a message. */
        WebhookAttempt: {
            /**
             * Format: int64
             * @description When the answer came or was given up, in Unix seconds.
             */
            attempted_at: number;
            /**
             * Format: int32
             * @description The HTTP status; null when no answer came.
             */
            status: number | null;
            /** @description Why none came: `timeout`, `dns`, `tls`, `refused`, `connection` or `forbidden_address`; null when one did. */
            error: string | null;
            /**
             * Format: int32
             * @description Duration of the request, in milliseconds.
             */
            duration_ms: number;
        };
        /**
         * @description A webhook to be made.
         * @example {
         *       "events": [
         *         "conversion.created",
         *         "request.created"
         *       ],
         *       "url": "https://crm.example.com/hooks/funnel"
         *     }
         */
        WebhookCreate: {
            /** @description Where messages are sent: an https address without credentials and fragment. */
            url: string;
            /** @description Types of events, or `*` alone for all, also those that come later. */
            events: string[];
            /** @description What it is for. */
            description?: string | null;
            /** @description Whether messages are sent; true when left out. */
            active?: boolean | null;
        };
        /** @description One message on its way to one webhook. */
        WebhookDelivery: {
            /**
             * Format: int64
             * @description Its number.
             */
            delivery_id: number;
            /** @description The id of the message, as in the header `webhook-id`: the same at every try. */
            message_id: string;
            /**
             * @deprecated
             * @description The id of the message, not of the webhook.
             *
             *     Deprecated since 27 Nov 2026, and may be gone from 01 Jun 2027: use `message_id`.
             */
            webhook_id: string;
            /** @description The type of the event. */
            type: string;
            /** @description `pending`, `delivered` or `failed`. */
            state: string;
            /**
             * Format: int32
             * @description How often it was tried.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it is tried next, while it is pending.
             */
            next_attempt_at: string | null;
            /**
             * Format: int32
             * @description The HTTP status of the last answer; null when none came.
             */
            last_status: number | null;
            /**
             * @description The first kilobyte of the last answer; without one the cause, as in `attempt_log`, or `withheld` (nothing was sent: the key that made the
             *     webhook may not read the event); null before the first try, and for a key that may not read the event.
             */
            last_answer: string | null;
            /** @description The last 16 attempts, oldest first. */
            attempt_log: components["schemas"]["WebhookAttempt"][];
            payload: components["schemas"]["WebhookEvent"] | null;
            /**
             * Format: int64
             * @description Time of the event that the message reports, in Unix seconds.
             */
            created_at: number;
            /**
             * Format: date-time
             * @deprecated
             * @description Time of the event that the message reports, in RFC 3339.
             *
             *     Deprecated since 27 Nov 2026, and may be gone from 01 Jun 2027: use `created_at`.
             */
            created_at_iso: string;
        };
        /** @description The deliveries of a webhook. */
        WebhookDeliveryList: {
            /** @description Newest first. */
            items: components["schemas"]["WebhookDelivery"][];
            /** @description Where the next page begins; null at the end. */
            next_cursor: string | null;
        };
        /** @description `data` of `webhook.disabled`. */
        WebhookDisabledData: {
            /** @description The id of the webhook. */
            id: string;
            /** @description `gone` or `failing`. */
            reason: string;
        };
        /** @description The service switched another webhook off. */
        WebhookDisabledEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook.disabled";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["WebhookDisabledData"];
        };
        /** @description A message to a webhook. New types of events may come: ignore those that you don't know. */
        WebhookEvent: components["schemas"]["DomainActiveEvent"] | components["schemas"]["DomainFailedEvent"] | components["schemas"]["LandingPublishedEvent"] | components["schemas"]["LinkChangedEvent"] | components["schemas"]["ConversionCreatedEvent"] | components["schemas"]["RequestCreatedEvent"] | components["schemas"]["BroadcastFinishedEvent"] | components["schemas"]["BroadcastPausedEvent"] | components["schemas"]["PixelFailingEvent"] | components["schemas"]["KeyCreatedEvent"] | components["schemas"]["KeyRevokedEvent"] | components["schemas"]["WebhookDisabledEvent"] | components["schemas"]["DestinationBrokenEvent"] | components["schemas"]["DestinationMendedEvent"] | components["schemas"]["WebhookTestEvent"];
        /** @description The webhooks of an owner. */
        WebhookList: {
            /** @description In the order of making. */
            items: components["schemas"]["WebhookOut"][];
        };
        /** @description A webhook. */
        WebhookOut: {
            /** @description Its id. */
            id: string;
            /** @description Where messages are sent. */
            url: string;
            /** @description Types of events, or `*` alone. */
            events: string[];
            /** @description What it is for. */
            description: string;
            /** @description Whether messages are sent. */
            active: boolean;
            /** @description Why the service switched it off: `gone` (it answered 410) or `failing` (it failed for five days). */
            disabled_reason: string | null;
            /**
             * @description The prefix of the key that made it, or that replaced this key by rotation; null for a webhook from before this was noted, which counts as
             *     the owner's, and where the key is not accepted any more.
             */
            made_by: string | null;
            /** @description Types of events that it asks for and is not sent, because the key that made it may not read them now. */
            withheld: string[];
            /**
             * Format: int64
             * @description Creation time, in Unix seconds.
             */
            created_at: number;
            /**
             * Format: date-time
             * @deprecated
             * @description Creation time, in RFC 3339.
             *
             *     Deprecated since 27 Nov 2026, and may be gone from 01 Jun 2027: use `created_at`.
             */
            created_at_iso: string;
        };
        /**
         * @description Which deliveries are sent again.
         * @example {
         *       "since": "2026-11-20T12:00:00Z"
         *     }
         */
        WebhookRedrive: {
            /**
             * Format: date-time
             * @description Moment since which deliveries were made that are sent again, in RFC 3339. They failed for good, or wait for their next try.
             */
            since: string;
        };
        /** @description What was put on its way again. */
        WebhookRedriven: {
            /**
             * Format: int64
             * @description Number of deliveries that are retried.
             */
            queued: number;
        };
        /**
         * @description How a secret is replaced.
         * @example {
         *       "overlap_seconds": 3600
         *     }
         */
        WebhookRotate: {
            /**
             * Format: int64
             * @description How long messages are signed with the old secret too, at most a week; a day by default.
             */
            overlap_seconds?: number | null;
        };
        /** @description `data` of `webhook.test`. */
        WebhookTestData: {
            /** @description `this is a test`. */
            message: string;
        };
        /** @description A test of the webhook was asked for. */
        WebhookTestEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["WebhookTestData"];
        };
        /** @description What came of a test. */
        WebhookTested: {
            /** @description Whether the endpoint took the message. */
            delivered: boolean;
            /**
             * Format: int32
             * @description The HTTP status; null when no answer came.
             */
            status: number | null;
            /**
             * @description The first kilobyte of the answer; without one the cause: `timeout`, `dns`, `tls`, `refused`, `connection` or
             *     `forbidden_address`. `dns` also stands for a name that leads into a private network.
             */
            answer: string;
        };
        /**
         * @description What is to change of a webhook; what is left out stays.
         * @example {
         *       "active": true
         *     }
         */
        WebhookUpdate: {
            /** @description Where messages are sent. */
            url?: string;
            /** @description Types of events, or `*` alone. */
            events?: string[];
            /** @description What it is for. */
            description?: string;
            /** @description Whether messages are sent; true also takes back that the service switched it off. */
            active?: boolean;
        };
        /** @description A webhook with its secret, which is shown this once. */
        WebhookWithSecret: components["schemas"]["WebhookOut"] & {
            /**
             * Format: password
             * @description What messages are signed with, this once; absent when the answer is repeated.
             */
            secret?: string | null;
        };
        /**
         * Format: password
         * @description A token on its way in. It is never printed, and no answer holds one.
         */
        WriteOnly: string;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AnchorOut = components['schemas']['AnchorOut'];
export type AnswerOut = components['schemas']['AnswerOut'];
export type Arm = components['schemas']['Arm'];
export type Arms = components['schemas']['Arms'];
export type AttributionOut = components['schemas']['AttributionOut'];
export type AudienceStatus = components['schemas']['AudienceStatus'];
export type AudienceTier = components['schemas']['AudienceTier'];
export type AuditEntryOut = components['schemas']['AuditEntryOut'];
export type AuditKey = components['schemas']['AuditKey'];
export type AuditList = components['schemas']['AuditList'];
export type AuditLogActor = components['schemas']['AuditLogActor'];
export type AuditLogEntry = components['schemas']['AuditLogEntry'];
export type AuditSubject = components['schemas']['AuditSubject'];
export type BackgroundOut = components['schemas']['BackgroundOut'];
export type BannerContent = components['schemas']['BannerContent'];
export type BannerOut = components['schemas']['BannerOut'];
export type BannerTexts = components['schemas']['BannerTexts'];
export type BannerUpdate = components['schemas']['BannerUpdate'];
export type BannerVariant = components['schemas']['BannerVariant'];
export type BotFigures = components['schemas']['BotFigures'];
export type BotStats = components['schemas']['BotStats'];
export type BroadcastAudience = components['schemas']['BroadcastAudience'];
export type BroadcastAudit = components['schemas']['BroadcastAudit'];
export type BroadcastAutoStop = components['schemas']['BroadcastAutoStop'];
export type BroadcastCounters = components['schemas']['BroadcastCounters'];
export type BroadcastCreate = components['schemas']['BroadcastCreate'];
export type BroadcastCreated = components['schemas']['BroadcastCreated'];
export type BroadcastDetail = components['schemas']['BroadcastDetail'];
export type BroadcastFinishedData = components['schemas']['BroadcastFinishedData'];
export type BroadcastFinishedEvent = components['schemas']['BroadcastFinishedEvent'];
export type BroadcastGate = components['schemas']['BroadcastGate'];
export type BroadcastList = components['schemas']['BroadcastList'];
export type BroadcastMessage = components['schemas']['BroadcastMessage'];
export type BroadcastMode = components['schemas']['BroadcastMode'];
export type BroadcastOut = components['schemas']['BroadcastOut'];
export type BroadcastPace = components['schemas']['BroadcastPace'];
export type BroadcastPausedData = components['schemas']['BroadcastPausedData'];
export type BroadcastPausedEvent = components['schemas']['BroadcastPausedEvent'];
export type BroadcastReport = components['schemas']['BroadcastReport'];
export type BroadcastSchedule = components['schemas']['BroadcastSchedule'];
export type BulkCopy = components['schemas']['BulkCopy'];
export type BulkCopyOut = components['schemas']['BulkCopyOut'];
export type BulkCopyResult = components['schemas']['BulkCopyResult'];
export type BundleOut = components['schemas']['BundleOut'];
export type ButtonCreate = components['schemas']['ButtonCreate'];
export type ButtonList = components['schemas']['ButtonList'];
export type ButtonOrder = components['schemas']['ButtonOrder'];
export type ButtonOut = components['schemas']['ButtonOut'];
export type ButtonReason = components['schemas']['ButtonReason'];
export type ButtonUpdate = components['schemas']['ButtonUpdate'];
export type CanvasColor = components['schemas']['CanvasColor'];
export type CanvasColorOut = components['schemas']['CanvasColorOut'];
export type ChangeOp = components['schemas']['ChangeOp'];
export type ChangeOut = components['schemas']['ChangeOut'];
export type CodedDetail = components['schemas']['CodedDetail'];
export type CodedError = components['schemas']['CodedError'];
export type CodedOrDetailError = components['schemas']['CodedOrDetailError'];
export type CodedOrValidationErrors = components['schemas']['CodedOrValidationErrors'];
export type ContentDetail = components['schemas']['ContentDetail'];
export type ContentList = components['schemas']['ContentList'];
export type ContentOut = components['schemas']['ContentOut'];
export type ConversionCreatedData = components['schemas']['ConversionCreatedData'];
export type ConversionCreatedEvent = components['schemas']['ConversionCreatedEvent'];
export type ConversionList = components['schemas']['ConversionList'];
export type ConversionOut = components['schemas']['ConversionOut'];
export type ConversionsOut = components['schemas']['ConversionsOut'];
export type CopyFrom = components['schemas']['CopyFrom'];
export type CountryIn = components['schemas']['CountryIn'];
export type DayFigures = components['schemas']['DayFigures'];
export type DayStats = components['schemas']['DayStats'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type DeliveryOut = components['schemas']['DeliveryOut'];
export type DesignIn = components['schemas']['DesignIn'];
export type DesignKind = components['schemas']['DesignKind'];
export type DesignOut = components['schemas']['DesignOut'];
export type DestinationBrokenData = components['schemas']['DestinationBrokenData'];
export type DestinationBrokenEvent = components['schemas']['DestinationBrokenEvent'];
export type DestinationCheck = components['schemas']['DestinationCheck'];
export type DestinationList = components['schemas']['DestinationList'];
export type DestinationMendedData = components['schemas']['DestinationMendedData'];
export type DestinationMendedEvent = components['schemas']['DestinationMendedEvent'];
export type DestinationOut = components['schemas']['DestinationOut'];
export type DestinationSwitch = components['schemas']['DestinationSwitch'];
export type DetailError = components['schemas']['DetailError'];
export type DiffOut = components['schemas']['DiffOut'];
export type DnsRecordOut = components['schemas']['DnsRecordOut'];
export type DomainActiveData = components['schemas']['DomainActiveData'];
export type DomainActiveEvent = components['schemas']['DomainActiveEvent'];
export type DomainFailedData = components['schemas']['DomainFailedData'];
export type DomainFailedEvent = components['schemas']['DomainFailedEvent'];
export type DomainLinksOut = components['schemas']['DomainLinksOut'];
export type DomainList = components['schemas']['DomainList'];
export type DomainOut = components['schemas']['DomainOut'];
export type DomainRegister = components['schemas']['DomainRegister'];
export type DomainSpenderOut = components['schemas']['DomainSpenderOut'];
export type DomainSpenders = components['schemas']['DomainSpenders'];
export type DomainStats = components['schemas']['DomainStats'];
export type DryRunCounts = components['schemas']['DryRunCounts'];
export type DryRunItemOut = components['schemas']['DryRunItemOut'];
export type DryRunOut = components['schemas']['DryRunOut'];
export type EffectiveRights = components['schemas']['EffectiveRights'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type ExperimentArm = components['schemas']['ExperimentArm'];
export type ExperimentList = components['schemas']['ExperimentList'];
export type ExperimentOut = components['schemas']['ExperimentOut'];
export type ExplainedEvent = components['schemas']['ExplainedEvent'];
export type ExportDocument = components['schemas']['ExportDocument'];
export type FanExplained = components['schemas']['FanExplained'];
export type FunnelFiguresOut = components['schemas']['FunnelFiguresOut'];
export type FunnelLinkOut = components['schemas']['FunnelLinkOut'];
export type FunnelStatsOut = components['schemas']['FunnelStatsOut'];
export type GeoRule = components['schemas']['GeoRule'];
export type ImportAction = components['schemas']['ImportAction'];
export type ImportConflict = components['schemas']['ImportConflict'];
export type ImportFault = components['schemas']['ImportFault'];
export type ImportOut = components['schemas']['ImportOut'];
export type ImportRequest = components['schemas']['ImportRequest'];
export type ImportResult = components['schemas']['ImportResult'];
export type ImportedDocument = components['schemas']['ImportedDocument'];
export type KeyCreatedData = components['schemas']['KeyCreatedData'];
export type KeyCreatedEvent = components['schemas']['KeyCreatedEvent'];
export type KeyList = components['schemas']['KeyList'];
export type KeyListItem = components['schemas']['KeyListItem'];
export type KeyMint = components['schemas']['KeyMint'];
export type KeyOut = components['schemas']['KeyOut'];
export type KeyRevokedData = components['schemas']['KeyRevokedData'];
export type KeyRevokedEvent = components['schemas']['KeyRevokedEvent'];
export type KeyRotate = components['schemas']['KeyRotate'];
export type LandingPublishedData = components['schemas']['LandingPublishedData'];
export type LandingPublishedEvent = components['schemas']['LandingPublishedEvent'];
export type LandingUi = components['schemas']['LandingUi'];
export type LandingUiOut = components['schemas']['LandingUiOut'];
export type LeafReason = components['schemas']['LeafReason'];
export type LinkChangedData = components['schemas']['LinkChangedData'];
export type LinkChangedEvent = components['schemas']['LinkChangedEvent'];
export type LinkSpenderOut = components['schemas']['LinkSpenderOut'];
export type LinkSpenders = components['schemas']['LinkSpenders'];
export type LinkToggle = components['schemas']['LinkToggle'];
export type LinkTotalsOut = components['schemas']['LinkTotalsOut'];
export type MemberCreate = components['schemas']['MemberCreate'];
export type MemberList = components['schemas']['MemberList'];
export type MemberOut = components['schemas']['MemberOut'];
export type MemberUpdate = components['schemas']['MemberUpdate'];
export type MintedKey = components['schemas']['MintedKey'];
export type NoFields = components['schemas']['NoFields'];
export type OverviewFigures = components['schemas']['OverviewFigures'];
export type OverviewItem = components['schemas']['OverviewItem'];
export type OverviewOut = components['schemas']['OverviewOut'];
export type OverviewStats = components['schemas']['OverviewStats'];
export type PixelFailingData = components['schemas']['PixelFailingData'];
export type PixelFailingEvent = components['schemas']['PixelFailingEvent'];
export type PixelList = components['schemas']['PixelList'];
export type PixelOut = components['schemas']['PixelOut'];
export type PixelPut = components['schemas']['PixelPut'];
export type PixelTest = components['schemas']['PixelTest'];
export type PixelTested = components['schemas']['PixelTested'];
export type PlatformCounters = components['schemas']['PlatformCounters'];
export type Policy = components['schemas']['Policy'];
export type PolicySimulate = components['schemas']['PolicySimulate'];
export type PolicySimulation = components['schemas']['PolicySimulation'];
export type PortableCode = components['schemas']['PortableCode'];
export type PortableDomain = components['schemas']['PortableDomain'];
export type PortableMember = components['schemas']['PortableMember'];
export type PortablePreset = components['schemas']['PortablePreset'];
export type PortableSmartLink = components['schemas']['PortableSmartLink'];
export type PresetAssignment = components['schemas']['PresetAssignment'];
export type PresetFromDomain = components['schemas']['PresetFromDomain'];
export type PresetIn = components['schemas']['PresetIn'];
export type PresetList = components['schemas']['PresetList'];
export type PresetOut = components['schemas']['PresetOut'];
export type PreviewAsk = components['schemas']['PreviewAsk'];
export type PreviewOut = components['schemas']['PreviewOut'];
export type ProvisionLinks = components['schemas']['ProvisionLinks'];
export type ProvisionedOut = components['schemas']['ProvisionedOut'];
export type PublishOut = components['schemas']['PublishOut'];
export type QrCreate = components['schemas']['QrCreate'];
export type QrDesign = components['schemas']['QrDesign'];
export type QrFrame = components['schemas']['QrFrame'];
export type QrGradient = components['schemas']['QrGradient'];
export type QrList = components['schemas']['QrList'];
export type QrLogo = components['schemas']['QrLogo'];
export type QrLogoFile = components['schemas']['QrLogoFile'];
export type QrOut = components['schemas']['QrOut'];
export type QrPresetList = components['schemas']['QrPresetList'];
export type QrPresetOut = components['schemas']['QrPresetOut'];
export type QrPreview = components['schemas']['QrPreview'];
export type QrScannability = components['schemas']['QrScannability'];
export type QrStats = components['schemas']['QrStats'];
export type QrUpdate = components['schemas']['QrUpdate'];
export type Redriven = components['schemas']['Redriven'];
export type RequestCreatedData = components['schemas']['RequestCreatedData'];
export type RequestCreatedEvent = components['schemas']['RequestCreatedEvent'];
export type RequestList = components['schemas']['RequestList'];
export type RequestOut = components['schemas']['RequestOut'];
export type RequestRespond = components['schemas']['RequestRespond'];
export type RespondedOut = components['schemas']['RespondedOut'];
export type Rollback = components['schemas']['Rollback'];
export type SaleOut = components['schemas']['SaleOut'];
export type SegmentCreate = components['schemas']['SegmentCreate'];
export type SegmentList = components['schemas']['SegmentList'];
export type SegmentOut = components['schemas']['SegmentOut'];
export type SegmentReason = components['schemas']['SegmentReason'];
export type SegmentUpdate = components['schemas']['SegmentUpdate'];
export type SentInHour = components['schemas']['SentInHour'];
export type SessionCreate = components['schemas']['SessionCreate'];
export type SessionList = components['schemas']['SessionList'];
export type SessionOut = components['schemas']['SessionOut'];
export type SessionShown = components['schemas']['SessionShown'];
export type SimulatedArm = components['schemas']['SimulatedArm'];
export type SimulatedArms = components['schemas']['SimulatedArms'];
export type SimulatedButton = components['schemas']['SimulatedButton'];
export type SimulatedSegment = components['schemas']['SimulatedSegment'];
export type Simulation = components['schemas']['Simulation'];
export type SmartLinkCreate = components['schemas']['SmartLinkCreate'];
export type SmartLinkList = components['schemas']['SmartLinkList'];
export type SmartLinkOut = components['schemas']['SmartLinkOut'];
export type SmartLinkUpdate = components['schemas']['SmartLinkUpdate'];
export type SourceFigures = components['schemas']['SourceFigures'];
export type SourceOut = components['schemas']['SourceOut'];
export type SourceStats = components['schemas']['SourceStats'];
export type SourceVariant = components['schemas']['SourceVariant'];
export type SourcesOut = components['schemas']['SourcesOut'];
export type SpenderTotals = components['schemas']['SpenderTotals'];
export type SpentLink = components['schemas']['SpentLink'];
export type SplitFigures = components['schemas']['SplitFigures'];
export type SplitItem = components['schemas']['SplitItem'];
export type TierMessage = components['schemas']['TierMessage'];
export type Timing = components['schemas']['Timing'];
export type ToggledOut = components['schemas']['ToggledOut'];
export type TrackedLinkList = components['schemas']['TrackedLinkList'];
export type TrackedLinkOut = components['schemas']['TrackedLinkOut'];
export type Truth = components['schemas']['Truth'];
export type UsageOut = components['schemas']['UsageOut'];
export type UsedOut = components['schemas']['UsedOut'];
export type ValidationErrors = components['schemas']['ValidationErrors'];
export type ValidationItem = components['schemas']['ValidationItem'];
export type ValidationStep = components['schemas']['ValidationStep'];
export type VendorOut = components['schemas']['VendorOut'];
export type VersionList = components['schemas']['VersionList'];
export type VersionOut = components['schemas']['VersionOut'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookCreate = components['schemas']['WebhookCreate'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type WebhookDisabledData = components['schemas']['WebhookDisabledData'];
export type WebhookDisabledEvent = components['schemas']['WebhookDisabledEvent'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookList = components['schemas']['WebhookList'];
export type WebhookOut = components['schemas']['WebhookOut'];
export type WebhookRedrive = components['schemas']['WebhookRedrive'];
export type WebhookRedriven = components['schemas']['WebhookRedriven'];
export type WebhookRotate = components['schemas']['WebhookRotate'];
export type WebhookTestData = components['schemas']['WebhookTestData'];
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];
export type WebhookTested = components['schemas']['WebhookTested'];
export type WebhookUpdate = components['schemas']['WebhookUpdate'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type WriteOnly = components['schemas']['WriteOnly'];
export type $defs = Record<string, never>;
export interface operations {
    api_keys_list: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page before ended. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    api_keys_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    api_keys_self_show: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    api_keys_show: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    api_keys_revoke: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /** @description The number of the resource, as its list shows it */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    api_keys_rotate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    audit_list: {
        parameters: {
            query?: {
                /** @description By whom: the prefix of a key, `member:<id>`, or `cli` for the command line. */
                actor?: string;
                /** @description What was done: an action such as `landing.publish`, or all of a kind such as `landing`. */
                action?: string;
                /** @description To what: a type such as `domain`, or a type and an id such as `domain:links.example.com`. */
                subject?: string;
                /** @description The first second, Unix seconds. */
                from_ts?: number;
                /** @description The last second, Unix seconds. */
                to_ts?: number;
                /** @description How many at most. */
                limit?: number;
                /** @description Where the part before ended. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    appearance_show: {
        parameters: {
            query: {
                /**
                 * @description Its hostname.
                 * @example links.example.com
                 */
                domain: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    appearance_canvas_color_set: {
        parameters: {
            query: {
                /**
                 * @description Its hostname.
                 * @example links.example.com
                 */
                domain: string;
            };
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    appearance_design_set: {
        parameters: {
            query: {
                /**
                 * @description Its hostname.
                 * @example links.example.com
                 */
                domain: string;
            };
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    appearance_source_show: {
        parameters: {
            query: {
                /**
                 * @description The domain's hostname.
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description `mobile`, `desktop` or `share`.
                 * @example mobile
                 */
                variant: "mobile" | "desktop" | "share";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    appearance_source_upload: {
        parameters: {
            query: {
                /**
                 * @description The domain's hostname.
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description `mobile`, `desktop` or `share`.
                 * @example mobile
                 */
                variant: "mobile" | "desktop" | "share";
            };
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    appearance_ui_set: {
        parameters: {
            query: {
                /**
                 * @description Its hostname.
                 * @example links.example.com
                 */
                domain: string;
            };
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    broadcasts_list: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page before ended. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    broadcasts_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    broadcasts_gate_show: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    broadcasts_preview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    broadcasts_show: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 117070758832037
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    broadcasts_audit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 117070758832037
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    broadcasts_cancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 117070758832037
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    broadcasts_launch: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 117070758832037
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    broadcasts_pause: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 117070758832037
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    broadcasts_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 117070758832037
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    broadcasts_resume: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 117070758832037
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    broadcasts_unschedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 117070759045694
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    domains_content_copy: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    buttons_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description The id of a segment of the draft
                 * @example seg_01m8f7adjyf5prk50v7dx8wtjg
                 */
                tier: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    buttons_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description The id of a segment of the draft
                 * @example seg_01m8f7adjyf5prk50v7dx8wtjg
                 */
                tier: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    buttons_reorder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description The id of a segment of the draft
                 * @example seg_01m8f7adjyf5prk50v7dx8wtjg
                 */
                tier: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    buttons_delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /** @description The hostname of a domain of the owner */
                domain: string;
                /** @description The id of a segment of the draft */
                tier: string;
                /** @description The id of a button of the segment */
                button_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    buttons_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description The id of a segment of the draft
                 * @example seg_01m8f7adjyf5prk50v7dx8wtjg
                 */
                tier: string;
                /**
                 * @description The id of a button of the segment
                 * @example btn_01m8f7adkcf5fatsxjfdvsd2mv
                 */
                button_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    content_list: {
        parameters: {
            query?: {
                /**
                 * @description `buyers` by default.
                 * @example buyers
                 */
                sort?: "buyers" | "tips" | "sales";
                /**
                 * @description How many at most; 60 by default.
                 * @example 2
                 */
                limit?: number;
                /** @description The first second of the window, Unix seconds; looked at by `sort=sales` only. */
                from_ts?: number;
                /** @description The last second of the window, Unix seconds; looked at by `sort=sales` only. */
                to_ts?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    content_show: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an item of content at the engine
                 * @example 10040
                 */
                content_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    conversions_list: {
        parameters: {
            query?: {
                /**
                 * @description Those that belong to this domain of the owner.
                 * @example links.example.com
                 */
                domain?: string;
                /** @description Those of this type. */
                type?: "new_subscriber" | "new_transaction" | "message_received" | "fan_sent_3_messages";
                /** @description The first second, Unix seconds. */
                from_ts?: number;
                /** @description The last second, Unix seconds. */
                to_ts?: number;
                /**
                 * @description How many at most.
                 * @example 2
                 */
                limit?: number;
                /** @description Where the part before ended. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    domains_list: {
        parameters: {
            query?: {
                /** @description A part of the hostname or of the display name, whatever the case. */
                search?: string;
                /** @description Only those in this state. */
                state?: "pending" | "active" | "failed";
                /** @description `created_at` by default. */
                sort?: "created_at" | "created_at_desc" | "hostname" | "hostname_desc" | "display_name" | "display_name_desc";
                /** @description How many at most; all by default. */
                limit?: number;
                /** @description Where the part before ended. It is valid only with the `sort` that it was returned for. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    domains_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    domains_show: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    domains_delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /** @description The hostname of a domain of the owner */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    domains_draft_copy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example second.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    drafts_diff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    statistics_experiments_list: {
        parameters: {
            query?: {
                /** @description `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time. */
                range?: string;
                /** @description The first second of the window, Unix seconds; with one of the two bounds `range` is not looked at. */
                from_ts?: number;
                /** @description The last second of the window, Unix seconds; now by default. */
                to_ts?: number;
                /** @description Goal whose share of visitors `rate` is; `subs` by default. */
                goal?: "subs" | "clicks";
            };
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    funnel_links_toggle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description The number of a funnel link
                 * @example 1
                 */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    statistics_link_spenders_list: {
        parameters: {
            query?: {
                /** @description A part of the fan's name or id, whatever the case. The totals stay those of all fans. */
                search?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description Where the part before ended. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description The number of a funnel link
                 * @example 1
                 */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    drafts_preview: {
        parameters: {
            query?: {
                /**
                 * @description A two-letter country code.
                 * @example AT
                 */
                country?: string;
                /**
                 * @description `mobile`, `tablet` or `desktop`.
                 * @example mobile
                 */
                device?: string;
                /** @description `ios`, `android`, `windows`, `macos`, `linux` or `chromeos`. */
                os?: string;
                /** @description `chrome`, `safari`, `firefox`, `edge`, `opera` or `samsung`. */
                browser?: string;
                /** @description `instagram`, `tiktok`, `facebook`, `snapchat`, `x`, `telegram`, `reddit` or `none`. */
                in_app?: string;
                /** @description A language code such as `de` or `pt-BR`. */
                lang?: string;
                /** @description The page that led here: an address or a host. */
                referrer?: string;
                /** @description `direct`, `qr` or `qr-<slug>`; `direct` by default. */
                channel?: string;
                /** @description The query of the page's address, such as `utm_source=story`. */
                query?: string;
                /** @description Whether the visitor was here before. */
                returning?: boolean;
                /** @description The moment in Unix seconds; now by default. */
                at?: number;
                /** @description Any text that identifies the visitor: the same text keeps the same arm. */
                visitor?: string;
                /** @description The draft instead of the live version. */
                draft?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    domains_provision: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example second.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    funnel_links_provision: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    funnel_links_plan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    drafts_publish: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    drafts_rollback: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    drafts_simulate: {
        parameters: {
            query?: {
                /**
                 * @description A two-letter country code.
                 * @example AT
                 */
                country?: string;
                /**
                 * @description `mobile`, `tablet` or `desktop`.
                 * @example mobile
                 */
                device?: string;
                /** @description `ios`, `android`, `windows`, `macos`, `linux` or `chromeos`. */
                os?: string;
                /** @description `chrome`, `safari`, `firefox`, `edge`, `opera` or `samsung`. */
                browser?: string;
                /** @description `instagram`, `tiktok`, `facebook`, `snapchat`, `x`, `telegram`, `reddit` or `none`. */
                in_app?: string;
                /** @description A language code such as `de` or `pt-BR`. */
                lang?: string;
                /** @description The page that led here: an address or a host. */
                referrer?: string;
                /** @description `direct`, `qr` or `qr-<slug>`; `direct` by default. */
                channel?: string;
                /** @description The query of the page's address, such as `utm_source=story`. */
                query?: string;
                /** @description Whether the visitor was here before. */
                returning?: boolean;
                /** @description The moment in Unix seconds; now by default. */
                at?: number;
                /** @description Any text that identifies the visitor: the same text keeps the same arm. */
                visitor?: string;
                /**
                 * @description The draft instead of the live version.
                 * @example true
                 */
                draft?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    statistics_show: {
        parameters: {
            query?: {
                /** @description `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time. */
                range?: string;
                /** @description The first second of the window, Unix seconds; with one of the two bounds `range` is not looked at. */
                from_ts?: number;
                /** @description The last second of the window, Unix seconds; now by default. */
                to_ts?: number;
                /** @description Adds `items`, one for each country, device and so on, and `bots`. */
                by?: "country" | "device" | "browser" | "button" | "referrer" | "arm" | "hour";
            };
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    drafts_versions_list: {
        parameters: {
            query?: {
                /** @description How many at most; 50 by default. */
                limit?: number;
                /** @description `next_cursor` of the part before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    transfer_export: {
        parameters: {
            query?: {
                /**
                 * @description Some of `domains`, `smartlinks`, `qr`, `library` and `members`, with commas between them. Where it is left out, all but the
                 *     members for a key that may not see them.
                 * @example domains
                 */
                parts?: string;
                /**
                 * @description Only what belongs to this domain; of the library that is the preset which its banner follows.
                 * @example second.example.com
                 */
                domain?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    transfer_links_export: {
        parameters: {
            query?: {
                /**
                 * @description Only those of this domain.
                 * @example second.example.com
                 */
                domain?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    transfer_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    transfer_archive_import: {
        parameters: {
            query?: {
                /**
                 * @description Whether to report only what would become of each row, and change nothing.
                 * @example true
                 */
                dry_run?: boolean;
                /**
                 * @description What becomes of a row whose natural name belongs to something else already; `skip` where it is left out.
                 * @example replace
                 */
                on_conflict?: components["schemas"]["ImportConflict"];
            };
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    transfer_links_import: {
        parameters: {
            query?: {
                /**
                 * @description The domain that the links are for; of a table it may be left out, if its rows name theirs.
                 * @example second.example.com
                 */
                domain?: string;
                /** @description Whether to report only what would become of each row, and change nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    banner_presets_list: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page before ended. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    banner_presets_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    banner_presets_capture: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    banner_presets_delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /** @description The number of the resource, as its list shows it */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    banner_presets_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 2
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    banner_presets_avatar_upload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 2
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    banner_presets_sound_upload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 2
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    destinations_list: {
        parameters: {
            query?: {
                /** @description Only those in this state. */
                state?: "unknown" | "ok" | "broken";
                /** @description How many at most. */
                limit?: number;
                /** @description Where the part before ended. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    destinations_switch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    destinations_check: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    members_list: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page before ended. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    members_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    members_show: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    members_delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /** @description The number of the resource, as its list shows it */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    members_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    banners_show: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    banners_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    banners_avatar_upload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    banners_preset_assign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    banners_sound_upload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    qr_codes_logo_upload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    qr_codes_presets_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    qr_codes_preview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    qr_codes_list: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page before ended. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    qr_codes_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    qr_codes_sheet_download: {
        parameters: {
            query?: {
                /** @description The numbers of up to 100 codes of the domain, with commas between them; without it the first 100 codes. */
                ids?: string;
                /**
                 * @description How often each of them; at most 1,000 codes are on a sheet.
                 * @example 4
                 */
                copies?: number;
                /** @description The width of each drawing in millimetres. 3 mm to the trim and 3 mm of bleed come on every side. */
                size_mm?: number;
                /** @description `a4` by default. */
                paper?: "a4" | "letter";
            };
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    qr_codes_show: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    qr_codes_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    qr_codes_eps_download: {
        parameters: {
            query?: {
                /** @description The width of the drawing in millimetres. 3 mm to the trim and 3 mm of bleed come on every side. */
                size_mm?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    qr_codes_pdf_download: {
        parameters: {
            query?: {
                /** @description The width of the drawing in millimetres. 3 mm to the trim and 3 mm of bleed come on every side. */
                size_mm?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    qr_codes_png_download: {
        parameters: {
            query?: {
                /** @description Width and height in pixels. */
                size?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    qr_codes_svg_download: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    content_requests_list: {
        parameters: {
            query?: {
                /** @description Those in this state; all of them by default. */
                status?: "new" | "in_progress" | "fulfilled" | "declined";
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page before ended. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    content_requests_respond: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of a content request
                 * @example 117070756513390
                 */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    segments_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    segments_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    segments_delete: {
        parameters: {
            query?: {
                /** @description Delete the buttons that are still in the segment too. */
                force?: boolean;
            };
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /** @description The hostname of a domain of the owner */
                domain: string;
                /** @description The id of a segment of the draft */
                segment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    segments_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description The id of a segment of the draft
                 * @example seg_01m8f7adjyf5prk50v7dx8wtjg
                 */
                segment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    sessions_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    sessions_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    sessions_end_all: {
        parameters: {
            query?: {
                /**
                 * @description Id of the session that is kept; without it all end.
                 * @example ses_01m8f7adfgfbttqgnf07je4anz
                 */
                except?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    sessions_show: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example ses_01m8f7adfgfbttqgnf07je4anz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    sessions_end: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example ses_01m8f7adfgfbttqgnf07je4anz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    funnel_links_list: {
        parameters: {
            query?: {
                /** @description A part of the name or of the provider id, whatever the case. */
                search?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page before ended. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    pixels_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a funnel link at the engine
                 * @example lnk_83ec686c1600460a
                 */
                provider_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    pixels_set: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The id of a funnel link at the engine
                 * @example lnk_83ec686c1600460a
                 */
                provider_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    pixels_delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of a funnel link at the engine */
                provider_id: string;
                /** @description `meta` or `tiktok` */
                platform: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    pixel_deliveries_list: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the part before ended. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of a funnel link at the engine
                 * @example lnk_83ec686c1600460a
                 */
                provider_id: string;
                /**
                 * @description `meta` or `tiktok`
                 * @example meta
                 */
                platform: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    pixel_deliveries_redrive: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of a funnel link at the engine
                 * @example lnk_83ec686c1600460a
                 */
                provider_id: string;
                /**
                 * @description `meta` or `tiktok`
                 * @example meta
                 */
                platform: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    pixels_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of a funnel link at the engine
                 * @example lnk_83ec686c1600460a
                 */
                provider_id: string;
                /**
                 * @description `meta` or `tiktok`
                 * @example meta
                 */
                platform: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    smart_links_list: {
        parameters: {
            query: {
                /**
                 * @description The domain.
                 * @example links.example.com
                 */
                domain: string;
                /** @description A part of the name or of the slug, whatever the case. */
                search?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page before ended. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    smart_links_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    smart_links_show: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    smart_links_delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /** @description The number of the resource, as its list shows it */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    smart_links_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    smart_links_simulate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    statistics_spenders_list: {
        parameters: {
            query?: {
                /** @description `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time. */
                range?: string;
                /** @description The first second of the window, Unix seconds; with one of the two bounds `range` is not looked at. */
                from_ts?: number;
                /** @description The last second of the window, Unix seconds; now by default. */
                to_ts?: number;
                /** @description Shows the money of all time instead of the window's; the list stays the same. */
                full?: boolean;
                /** @description A part of the fan's name or id, whatever the case. The totals stay those of all fans. */
                search?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description Where the part before ended. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    statistics_spender_explain: {
        parameters: {
            query?: {
                /** @description `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time. */
                range?: string;
                /** @description The first second of the window, Unix seconds; with one of the two bounds `range` is not looked at. */
                from_ts?: number;
                /** @description The last second of the window, Unix seconds; now by default. */
                to_ts?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The hostname of a domain of the owner
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description The id of a fan at the engine
                 * @example 678789051
                 */
                fan_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    statistics_overview_show: {
        parameters: {
            query?: {
                /** @description A second of the first day, Unix seconds; 29 days before the last one by default. */
                from_ts?: number;
                /** @description A second of the last day, Unix seconds; now by default. */
                to_ts?: number;
                /** @description `day` by default. */
                by?: "day" | "domain";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    usage_show: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    webhooks_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    webhooks_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    webhooks_show: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example hook_01m8f7ae29f2v9vnmz36wzvemh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    webhooks_delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example hook_01m8f7ae29f2v9vnmz36wzvemh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    webhooks_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example hook_01m8f7ae29f2v9vnmz36wzvemh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    webhook_deliveries_list: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the part before ended. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example hook_01m8f7ae29f2v9vnmz36wzvemh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    webhook_deliveries_redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example hook_01m8f7ae29f2v9vnmz36wzvemh
                 */
                id: string;
                /**
                 * @description The number of a delivery of the webhook
                 * @example 2
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    webhook_deliveries_redrive: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example hook_01m8f7ae29f2v9vnmz36wzvemh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    webhooks_rotate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change was made for, or `*`; if it is not the current one, the answer is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example hook_01m8f7ae29f2v9vnmz36wzvemh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    webhooks_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 h gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example hook_01m8f7ae29f2v9vnmz36wzvemh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
}
