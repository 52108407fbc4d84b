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
         * @description Revoked and expired keys are not listed. No response shows a token again. Each entry has the prefix, the name, the
         *     scopes and the last use; *Show a key* returns the rest.
         */
        get: operations["api_keys_list"];
        put?: never;
        /**
         * Create a key
         * @description The response holds the token, once. A field that is left out takes the value of the calling key; `scopes` left out
         *     means both. A key can't have more rights, a later end or another member than the calling key (`scope_escalation`,
         *     `beyond_own_rights`). `expires_at` must be in the future and before the year 10000. A repeat under the same
         *     `Idempotency-Key` shows no token.
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
         * Show the rights of the calling key
         * @description Scopes, restriction and resulting rights of the calling key. Every valid key may read them, without a scope or a
         *     right. `workspace` is an opaque name of the owner, the same for all keys of the owner.
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
         * @description By number or prefix, with its restriction, member and end. An expired key is shown; a revoked key, and a key whose
         *     member was removed, is `key_not_found`.
         */
        get: operations["api_keys_show"];
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description By number or prefix. Requests with the key are rejected from now on, and its webhooks receive nothing more. A key
         *     that may do more than the calling key can't be revoked (`beyond_own_rights`). The owner's first key can only be
         *     revoked by itself. Every key may revoke itself.
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
         * @description Creates a token with the same name, rights, member and end; the old token works until the overlap ends. Webhooks of
         *     the old key belong to the new one. The calling key needs at least all rights that the replaced key can ever have
         *     (`scope_escalation`). The owner's first key can only be rotated by itself. If two requests rotate a key at once, one
         *     is `key_not_found`.
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
         * List the audit log
         * @description Changes of the last 400 days, newest first, by key, member, action and subject. With `Accept: text/csv`, returns CSV
         *     (RFC 4180): the whole log, or with `limit` a page whose next cursor is in the header `Next-Cursor`. Entries are
         *     stored together with the change, and can't be changed or deleted. `before` and `after` are null if the key may not
         *     see the subject: those of `qr_code.change` need `qr.view`.
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
         * @description Theme, canvas, background pictures, and the design that draws the page. Sections and fields that were never set are
         *     left out.
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
        /**
         * Remove the canvas colour
         * @description Resets the backdrop behind the phone card on desktop to the stock look.
         */
        delete: operations["appearance_canvas_color_delete"];
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
         * Set the design of the page
         * @description `builtin` draws the page from segments and buttons. `html` serves the HTML of the body instead, sandboxed in an
         *     origin of its own: without buttons, age gate, banner and `ui`.
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
         * @description One variant at a time: `mobile`, `desktop`, or `share` for the picture of the link preview.
         */
        get: operations["appearance_source_show"];
        /**
         * Upload a background picture
         * @description The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB, 40 megapixels and 12,000 pixels a side; the content
         *     decides the type. The service turns it upright, converts it to sRGB, scales it to at most 2,560 pixels a side and
         *     removes metadata. Animations are rejected. `share` is the picture of the link preview, which the section `share` of
         *     the look selects; it is stored at most 1,200 pixels wide and at most 600 kB large.
         */
        put: operations["appearance_source_upload"];
        post?: never;
        /**
         * Remove a background picture
         * @description Removes the picture of one variant from the draft. The live page keeps it until the draft is published.
         */
        delete: operations["appearance_source_delete"];
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
         * @description A section replaces the stored one as a whole; null resets it; sections that are left out stay. A null field counts
         *     as left out. `share` sets the link preview, `in_app` what visitors inside Instagram, TikTok and Facebook see, `utm`
         *     the campaign parameters that are added at a click. All faults are in one message, each with its path. `relabeled`
         *     counts the button labels whose picture changed.
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
         * @description Campaigns of the owner, newest first, in pages.
         */
        get: operations["broadcasts_list"];
        put?: never;
        /**
         * Create a broadcast
         * @description Creates a draft and delivers nothing. `platform_account_id` must be the connected account, which is the default.
         *     Rules over several fields are checked once every field fits.
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
         * @description Whether launches and deliveries are possible now, and what closes the gate: `server` (for all owners) or `owner`. An
         *     operator of the service opens both. The gate says nothing about the connection to the engine.
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
         * @description Creates and sends nothing. A preview may read all fans of the account, so it takes as long as the engine does.
         *     Counts from 1 to 4 are null, and the histogram has steps of five, so that single fans can't be identified. Fans to
         *     exclude count in `matched` and are taken off `selected` in steps of five.
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
         * @description The campaign with its audience, message and pace, and its numbers of sent, waiting and withheld messages. Fields
         *     that were left out show their defaults.
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
         * List the history of a broadcast
         * @description Each change of state: before, after, time, and the key and member who made it. Revoked keys and removed members stay
         *     listed.
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
         * @description Ends the campaign for good, in any state that is not an end.
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
         * @description Starts a draft, or schedules it if its start is in the future. Checks the state first, then the gate, then the
         *     connection. A draft that names another account is `engine_not_connected`.
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
         * @description Stops the campaign until it is resumed. A message in flight may still be sent.
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
         * @description Messages by outcome, replies, and purchases of the fans who received a message.
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
         * @description Continues a paused campaign. The gate must be open, and the account of the launch must be connected
         *     (`engine_not_connected`).
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
         * @description Makes a scheduled campaign a draft again.
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
         * @description Each of at most 1,000 targets succeeds or fails by itself; only drafts change. `bg` copies canvas colour, background
         *     pictures and design; `ui` the look of buttons, profile and gate, sharing, in-app handling and campaign parameters;
         *     `notification` the banner without its preset. A response that takes longer than a second is streamed: status 200
         *     first, then each result when it is ready. A target over which the database fails then has `ok` false and `detail`
         *     `unavailable`, and may have been copied. With an `Idempotency-Key`, the work continues if the client disconnects.
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
         * @description The buttons of one segment of the draft, in display order.
         */
        get: operations["buttons_list"];
        put?: never;
        /**
         * Create a button
         * @description Adds a button to a segment of the draft, last unless `position` is given. A landing page has at most 500 buttons
         *     (`too_many`). A position past the end is `less_than_equal`. Visitors see the button once the draft is published.
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
         * @description Takes the ids of all buttons of the segment in the new order. A list that lacks a button or names another one is
         *     rejected.
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
         * @description Removes the button from the draft. Visitors see it until the draft is published.
         */
        delete: operations["buttons_delete"];
        options?: never;
        head?: never;
        /**
         * Change a button
         * @description Changes the fields of the body. `tier` moves the button to another segment, last unless `position` is given. Without
         *     `If-Match`, two changes at once are both applied. Visitors see the change once the draft is published.
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
         * @description The order by sales uses captured sales in the window; other orders use the engine's all-time counters. The list may
         *     be 10 seconds old.
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
         * @description One item of the vault with its captured sales and the bundles that contain it: the newest 1,000 sales and the 1,000
         *     best-selling bundles. The sums cover all.
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
         * List conversions
         * @description Subscriptions, payments, refunds and messages, attributed or not, newest first. Without `domain`, the list
         *     includes deleted domains and unattributed conversions, whose `domain`, `link_id` and `basis` are null. Amounts are
         *     null if no money moved. A conversion that arrives late appears at its own time, so pages read before lack it. Fans
         *     appear by id, never by name. With `Accept: text/csv`, returns CSV (RFC 4180): the whole list, or with `limit` a
         *     page whose next cursor is in the header `Next-Cursor`.
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
         * @description Every domain of the owner with its provisioning state, or those that match `search` (part of the hostname, also as
         *     people write it, or of the display name, ignoring case) and `state`. Without `limit` and `cursor`, the list is
         *     returned in full and has no `next_cursor`.
         */
        get: operations["domains_list"];
        put?: never;
        /**
         * Register a domain
         * @description The domain is created as `pending`; a worker provisions it and makes it `active`. The address of a whole site, such as
         *     `https://links.example.com/`, is taken as its host, which the response names. If the hostname is taken and the
         *     plan's limit is reached, the limit is reported. A hostname that another account gave up can't be registered for 7
         *     days. For 90 days it needs a DNS record, which the error names.
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
         * @description The domain with its provisioning state. A hostname is reachable if its CNAME or one of its addresses is a target of
         *     the service. `provisioning_error` is the last failed attempt, also while the domain is still `pending`. After the
         *     fifth failure the domain is `failed`. `dns_records` are the records to set at the DNS provider. `ETag` is the
         *     revision of the draft.
         */
        get: operations["domains_show"];
        put?: never;
        post?: never;
        /**
         * Delete a domain
         * @description Deletes the domain with its draft, versions and pages, and frees the hostname. Funnel links stay in the account; a
         *     later domain of the same name takes them over.
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
         * @description Replaces the draft of the path's domain with a copy of the source's draft, under new ids. Stamped addresses and QR
         *     codes are not copied.
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
         * @description Each arm of the live version's experiments with its visitors, conversions, the interval of its rate and the
         *     probability of being the best. A probability is null until every arm with a weight has 100 visitors. Another
         *     experiment `key` is another experiment.
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
        /**
         * Show a funnel link
         * @description A link that fills a slot of the domain, as it is recorded. `ETag` is of the link alone.
         */
        get: operations["funnel_links_show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Switch a funnel link on or off
         * @description Switches the link upstream, then here, then stamps the draft's buttons again. A link of an account that was
         *     connected before can't be switched (`link_foreign`).
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
         * @description Paying fans of all time. The platform's counters are from the last pull, and 0 before the first pull; no engine is
         *     called. With `Accept: text/csv`, returns CSV (RFC 4180): the whole list, or with `limit` a page whose next cursor is
         *     in the header `Next-Cursor`.
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
         * @description Renders the draft for the simulated visitor, as after a publication. The parameters are the same as for *Show what
         *     a visitor would get, and why*. The dashboard's origin may frame the page. Nothing is stored or counted.
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
         * Retry the provisioning of a domain
         * @description Call this operation after you have fixed the cause, such as a DNS record. The number of attempts restarts at 0. A
         *     domain that has not failed is `invalid_transition`.
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
         * @description Creates the missing upstream links for the domain's slots, and puts their addresses on the draft's buttons. Repeated
         *     calls create no link twice, and retry the slots that failed. `If-Match` takes the `ETag` of the domain, which is
         *     compared before anything is created.
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
         * @description Shows for each slot whether its link is recorded, would be reused or would be created. Nothing is written.
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
         * @description The live page changes at once and as a whole. If nothing has changed, the live version is returned with `changed`
         *     false. The newest 1,000 versions are kept.
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
         * @description Publishes the content of the old version as a new version, and makes it the draft unless `keep_draft` is true. A
         *     version that is no longer kept is `version_not_found`.
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
         * @description Reads the live version, or with `draft=true` the draft. A parameter that is left out is unknown; `channel` defaults
         *     to `direct`, `at` to now. The same `visitor` always gets the same arm. On a domain that was never published,
         *     `segment` is null. Nothing is sent or counted.
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
         * @description By day and by source, and with `by` also by one trait. `range` is a multiple of 24 hours that ends now, so the first
         *     day is partial; `from_ts` and `to_ts`, both inclusive, replace it. Days are in UTC; days and sources with only
         *     zeros, bots and repeated clicks are left out. The key of an unknown trait is empty, so items add up to the totals,
         *     except for `button` and `arm`. There are at most 1,000 items, and 2,400 hours. With `Accept: text/csv`, returns the
         *     days, or with `by` the items, as CSV (RFC 4180).
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
         * @description Each publication with its time and key prefix, newest first, in pages.
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
         * Export the owner's data
         * @description Streams one document: domains with their drafts, smart links, printed codes, the library and the team. The document
         *     contains no secrets and no derived data. With `Accept: application/zip`, returns an archive of the document
         *     (`export.json`) and of the uploaded files that it names (`files/`). Each part also needs a right: `landings.view`,
         *     `links.view`, `qr.view`, `notifications.view` or `team.view`. A requested part without its right is rejected. If no
         *     parts are requested, `left_out` lists the missing parts.
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
         *     take for formulas have an apostrophe before them. The key needs the right `landings.view` too.
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
         * @description Imports an exported document of at most 10 MiB, and returns the result of each row. Each domain is imported
         *     completely or not at all, with its links and codes; a failed domain does not affect others. Presets and members are
         *     imported one by one. Members get no more rights than the caller has. Each row also needs rights: a domain
         *     `landings.edit_content`, `appearance.edit` and `notifications.edit`, and for a new domain `landings.register`; a
         *     smart link `links.create`, a code `qr.edit`, a preset `notifications.library`, a member `team.edit`. Pages change
         *     with the next publication, links and codes at once. Importing the same document again changes nothing. Segments and
         *     buttons keep their ids unless another domain has them.
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
         * @description Imports the archive of an export (`Accept: application/zip`) of at most 256 MiB: `export.json` like the import of a
         *     document, and from `files/` the files that its rows name and the service lacks. They count as uploads. Unexpected,
         *     encrypted or linked entries, and entries that expand too far, fail the archive with `invalid_file` and the name of
         *     the entry.
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
         * @description Imports an exported table (`text/csv`), a table of Bitly, Dub, Kutt, YOURLS, Shlink, Rebrandly or Linktree, a plain
         *     list of addresses (`text/plain`), or the bookmarks of a browser (`text/html`), of at most 10 MiB and 100,000 rows.
         *     Each domain is imported completely or not at all; with `partial`, only the faulty rows are left out. A row of an
         *     exported table changes the address of the button with the same label in its segment. All other files skip addresses
         *     that already exist. Nothing is fetched from the addresses, and nothing is deleted. The key also needs the right
         *     `landings.edit_content`.
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
         * @description Banner presets of the owner's library, in pages.
         */
        get: operations["banner_presets_list"];
        put?: never;
        /**
         * Create a preset
         * @description Texts and files may be added later. A preset is complete with a title, a body, a link text, a picture and, in link
         *     mode `manual`, an address.
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
         * Save a domain's banner as a preset
         * @description Creates a preset from the banner and assigns it to the domain, in one step. The banner stays enabled only if it is
         *     complete.
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
         * @description Domains with this preset keep its texts, and their banners are switched off.
         */
        delete: operations["banner_presets_delete"];
        options?: never;
        head?: never;
        /**
         * Change a preset
         * @description Also updates the drafts of all domains with this preset, in the same step. Visitors see the change after a
         *     publication. If the preset becomes incomplete, these banners are switched off until it is complete again.
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
         * @description The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB; the content decides the type. An invalid file is
         *     reported before an unknown preset.
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
         * @description The raw bytes of an MP3, Ogg or WAV file of at most 2 MiB; the content decides the type.
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
         * @description Destinations are the `http` and `https` addresses of buttons, in drafts and on live pages, and the targets of
         *     expired smart links. While the owner has opted in, each is checked once a day. A destination is `broken` after two
         *     consecutive failed checks, at least an hour apart. A check fails without a response, or with a status of 400 or
         *     above except 401, 403, 405 and 429. One successful check repairs the destination. `ETag` covers only the switch.
         */
        get: operations["destinations_list"];
        /**
         * Switch destination checks on or off
         * @description Off by default. After switching on, destinations are collected within seconds and again every hour. Switching off
         *     stops the checks and deletes all results.
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
         * Check a destination now
         * @description Counts like any other check; the next check follows a day later. A host gets at most one request a second, so the
         *     response may take half a minute. An address that is not in the list is `destination_not_found`.
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
         * @description The people of the team with their rights, in pages.
         */
        get: operations["members_list"];
        put?: never;
        /**
         * Add a member
         * @description A member has a name, an e-mail address and rights. Nobody can grant more than the calling key may do now
         *     (`scope_escalation`). A member without a restriction has all rights of the owner, so only an unrestricted key can
         *     create one.
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
         * @description The member with their rights. A removed member is `member_not_found`.
         */
        get: operations["members_show"];
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Keys of the member are rejected from the next request on. A member who may do more than the calling key can't be
         *     removed (`beyond_own_rights`).
         */
        delete: operations["members_delete"];
        options?: never;
        head?: never;
        /**
         * Change a member
         * @description The keys of the member have the new rights from the next request on. `tabs` and `caps` are checked together with the
         *     fields that stay. Nobody can grant more than the calling key may do now (`scope_escalation`), or change a member who
         *     may do more (`beyond_own_rights`), not even oneself.
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
         * @description The banner of the domain's draft, with the preset that it follows. A banner without title, body and link text is not
         *     shown to visitors, even if it is enabled.
         */
        get: operations["banners_show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the banner
         * @description Only the fields of the body change. A `style` replaces the stored one as a whole; `{}` clears it, null keeps it.
         *     `preset_id` assigns a preset first, then the other fields are applied, in two steps: if the second fails, the first
         *     stays. `preset_id` null detaches the preset; the texts stay and the banner is switched off. Fields that a preset
         *     brought can be changed, until a change of the preset overwrites them.
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
         * @description The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB, 40 megapixels and 12,000 pixels a side. The shorter
         *     side is stored with at most 144 pixels, for the sharpest screens. A file is named by its content and never changes.
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
         * @description The banner takes the preset's content and follows later changes of the preset. Only a complete preset can be enabled
         *     (`preset_incomplete`).
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
         * @description The raw bytes of an MP3, Ogg or WAV file of at most 2 MiB, without Speex. Tags, comments and covers are removed.
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
         * @description The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB, 40 megapixels and 12,000 pixels a side. Use the
         *     returned file name as `logo.file` of a design; a picture of another owner is not accepted. Codes with a logo are
         *     drawn at error correction level H.
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
         * List the designs of QR codes
         * @description 100 ready designs in twelve families, each with colours and module shapes. None has a logo or a frame.
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
         * @description Draws a code that is not stored. Without a domain, the code leads to `links.example.com`.
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
         * @description Codes of the domain with their scans, in pages. Scans are at most two seconds behind. With `Accept: text/csv`,
         *     returns CSV (RFC 4180): the whole list, or with `limit` a page whose next cursor is in the header `Next-Cursor`.
         */
        get: operations["qr_codes_list"];
        put?: never;
        /**
         * Create a QR code
         * @description Only `slug` is required, and the code is active at once. A `design` is sent as a whole and takes precedence over
         *     `preset`; the default is the preset `classic-ink`. The background must be light (`low_contrast`). `scannability`
         *     warns of designs that some readers can't read.
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
         * @description PDF pages in A4 or letter with up to 100 codes of a domain, each `copies` times and with bleed and cutting marks; at
         *     most 1,000 in all (`too_many`). Without `ids`, the first 100 codes.
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
         * @description Changes only the fields of the body, at once on the live domain. The label and the scans stay. `smart_link` sends
         *     scans to a smart link of the domain instead of the page, without changing the printed address; null leads to the
         *     page again. While that link is paused or deleted, scans lead to the page.
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
         * @description The same page as encapsulated PostScript, level 3, with the boxes as `pdfmark`. A request with `If-None-Match` may
         *     return 304.
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
         * @description A page for print shops in RGB. `size_mm` is the width of the drawing, which fills the safe area (`ArtBox`); trim and
         *     bleed (`TrimBox`, `BleedBox`) are 3 mm each around it, with cutting marks. A request with `If-None-Match` may return
         *     304.
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
         * @description The picture of the code in its design. `ETag` covers everything that is drawn. A request with `If-None-Match` may
         *     return 304.
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
         * @description The drawing of the code in its design. `ETag` covers everything that is drawn. A request with `If-None-Match` may
         *     return 304.
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
         * @description The content that fans requested, with state and price, newest first.
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
         * @description The response is stored at once and sent to the engine with retries, under one key, until the outcome is certain.
         *     `media_ids` counts for `fulfill` alone, `reason` for `decline` alone. A request of an account that is not connected
         *     can be answered too; the response is sent when that account is connected again.
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
         * @description The first segment of a domain becomes its catch-all default. The default serves all remaining visitors, whatever its
         *     own countries, conditions and schedule. A landing page has at most 100 segments (`too_many`).
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
         * @description Removes the segment and its buttons from the draft. The default segment can't be deleted.
         */
        delete: operations["segments_delete"];
        options?: never;
        head?: never;
        /**
         * Change a segment
         * @description Changes the fields of the body. To move the default, make another segment the default. A change of an arm's weight
         *     moves only the visitors whose share changes; another experiment `key` assigns every visitor anew.
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
         * @description Active sessions of the calling key, most recently used first. `last_seen_at` is exact to a minute.
         */
        get: operations["sessions_list"];
        put?: never;
        /**
         * Begin a session
         * @description The dashboard creates a session at sign-in. A session ends after 12 hours without a request, after 30 days, or with
         *     its key. A key has at most 50 sessions; one more ends the least recently used. No address of the client is stored,
         *     and sessions appear in no audit log or webhook.
         */
        post: operations["sessions_create"];
        /**
         * End all sessions
         * @description Ends all sessions of the calling key, except the one that `except` names. If that session does not exist, none is
         *     ended.
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
         * @description Returns the session with the rights of its key, and records the use. The dashboard calls this operation for each
         *     request, so an ended session is rejected by every process at once. A session of another key is `session_not_found`.
         */
        get: operations["sessions_show"];
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Takes effect at once: later requests of the session are rejected.
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
         * @description The recorded links with the engine's current statistics, by offer and then by creation time. `search` is part of the
         *     name or provider id, ignoring case. Links that were created on the platform appear after the next pull. Links of an
         *     account that was connected before have `state` `foreign` and counters of 0.
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
         * @description At most one pixel a platform. No response holds an access token. `ETag` covers all pixels of the link, and so does
         *     the `If-Match` of a change. `provider_id` names a link of the connected account, or else of the most recently
         *     connected account that has one.
         */
        get: operations["pixels_list"];
        /**
         * Set a pixel
         * @description A link has at most one pixel per platform. The token is write-only; without a token or with a blank one, the stored
         *     token stays. A pixel receives conversions, so the key also needs the right `stats.sources` and the scope `read`.
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
         * @description Forwarding to the platform and queued deliveries stop at once. Earlier deliveries stay listed.
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
         * @description Includes deliveries of a deleted pixel. Data that identifies a fan is shown, like it is sent, as hashes only; they
         *     are deleted once the platform no longer accepts the event, after 7 days (Meta) or 28 (TikTok). Click ids and user
         *     agents are not shown.
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
         * @description Restarts the pixel's parked deliveries with the whole schedule. Leaves out tests, and events that are too old for
         *     the platform.
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
         * @description Sends one marked event that belongs to no person, also by a paused pixel, and returns the platform's response. The
         *     list of the pixel's deliveries shows the test with the mark `test`, as `delivered` or, after a rejection, as
         *     `parked`. A test is never retried.
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
         * @description The smart links of one domain with their policies, in pages. `search` is part of the name or slug, ignoring case.
         */
        get: operations["smart_links_list"];
        put?: never;
        /**
         * Create a smart link
         * @description The platform is never contacted. A policy of the wrong shape is a 422; a policy that breaks a rule, such as a
         *     country named twice, is `invalid_policy`, whose message names up to five places.
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
         * @description The address stops working at once, and the slug is free again.
         */
        delete: operations["smart_links_delete"];
        options?: never;
        head?: never;
        /**
         * Change a smart link
         * @description A policy is replaced as a whole. The change is live at once. After `expires_at` the link leads to `expired_url` or
         *     the landing page and stays `active`; a later end revives it.
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
         * @description Shows what the visitors of a country get, and why. Shares are final: an arm without a link has share 0, and its
         *     visitors count where they end. `samples` assigns that many random visitors with the production hash and returns
         *     `sampled` for each arm. Nothing is sent or recorded.
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
         * @description Fans who bought in the range, with their spending after they were first seen on the domain. Needs a connection to an
         *     engine, though the engine is not called. `search` is part of the name or id; totals cover all fans, including
         *     refunds to fans who are not listed. A fan whose money changes between two pages may appear twice or not at all. With
         *     `Accept: text/csv`, returns CSV (RFC 4180): the whole list, or with `limit` a page whose next cursor is in the
         *     header `Next-Cursor`.
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
         * @description All events of the fan in order, also of other domains, the effect of each on the statistics of this domain, and the
         *     event that anchored the fan to it.
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
         * @description Whole days in UTC, by default the last 30 and at most 1,100, by day or by domain, compared with as many days before.
         *     Sums over the domains that the owner has now. A fan who bought on two days counts once in the totals. Bots are not
         *     counted, and items with only zeros are left out.
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
         * Show the usage of the plan
         * @description Domains and uploads, each with the current number and the limit; null is unlimited. Uploaded files count for ever,
         *     because none is deleted.
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
         * @description At most 20 webhooks an owner. No response shows a secret again.
         */
        get: operations["webhooks_list"];
        put?: never;
        /**
         * Create a webhook
         * @description The response holds the signing secret, once. Messages follow Standard Webhooks: verify `webhook-signature` before
         *     you use one. `url` must be https. An event type needs the right to read its data (`beyond_own_rights`); `*` alone
         *     means every type that the key may read, now and later. A webhook belongs to the calling key, or the key that
         *     replaces it by rotation; its rights are checked at each delivery.
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
         * @description The webhook, with the reason if the service disabled it.
         */
        get: operations["webhooks_show"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes the webhook with its secret and deliveries. A message in flight may still arrive.
         */
        delete: operations["webhooks_delete"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Changes only the fields of the body. `active: true` also re-enables a webhook that the service disabled, continues
         *     pending deliveries, and assigns the webhook to the calling key if its own key is no longer valid. Another `url`
         *     resets the failures. The calling key must have the rights to read everything the webhook receives
         *     (`beyond_own_rights`).
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
         * @description Deliveries of the last 30 days, with messages and attempts. `payload` and `last_answer` are left out for events that
         *     the calling key may not read; a message above 16 KiB is null.
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
         * @description Retries a delivery in any state, with the same `webhook-id` and a fresh schedule. For a disabled webhook, the
         *     delivery waits until it is enabled.
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
         * @description Retries the webhook's deliveries since a moment that failed for good or wait for their next attempt. Each is sent at
         *     once, and restarts the whole schedule. Tests are left out.
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
         * @description The response holds the new secret, once; a repeat under the same `Idempotency-Key` does not. During the overlap,
         *     every message is signed with both secrets.
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
         * @description Sends a message of the type `webhook.test`, also to a disabled webhook, and returns the response. The list of
         *     deliveries shows the test with its attempt, as `delivered` or `failed`. A test is never retried, and has no other
         *     effect.
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
        /**
         * @description Place of a conversion in the words of Meta.
         * @enum {string}
         */
        ActionSource: "other" | "website";
        /**
         * @description Reason why a conversion is not reported as one of a website.
         * @enum {string}
         */
        ActionSourceReason: "no_user_agent";
        /**
         * @description Conditions that must all match.
         * @example {
         *       "all": [
         *         {
         *           "field": "device",
         *           "op": "in",
         *           "values": [
         *             "mobile"
         *           ]
         *         }
         *       ],
         *       "v": 1
         *     }
         */
        AllConditions: {
            /**
             * Format: int64
             * @description Version of the form.
             */
            v: number;
            /** @description Conditions. */
            all: components["schemas"]["Condition"][];
        };
        /** @description A group whose conditions must all match. */
        AllGroup: {
            /** @description Conditions. */
            all: components["schemas"]["Condition"][];
        };
        /** @description First event of a fan that is attributed to a domain. */
        Anchor: {
            /** @description Id of the event at the engine. */
            event_id: string;
            /**
             * Format: date-time
             * @description Time of the event; earlier money is not part of any total.
             */
            at: string;
            /** @description Attribution of the event. */
            attribution: components["schemas"]["Attribution"];
        };
        /**
         * @description Speed of an animation.
         * @enum {string}
         */
        AnimationSpeed: "slow" | "normal" | "fast";
        /** @description A content request after an answer. */
        AnsweredRequest: {
            /**
             * Format: int64
             * @description Number of the request.
             */
            id: number;
            /** @description State after the response. */
            status: components["schemas"]["RequestState"];
            /** @description Media sent to the fan. */
            media_ids: string[];
        };
        /**
         * @description Conditions of which one must match.
         * @example {
         *       "any": [
         *         {
         *           "field": "utm.source",
         *           "op": "eq",
         *           "values": [
         *             "tiktok"
         *           ]
         *         }
         *       ],
         *       "v": 1
         *     }
         */
        AnyConditions: {
            /**
             * Format: int64
             * @description Version of the form.
             */
            v: number;
            /** @description Conditions. */
            any: components["schemas"]["Condition"][];
        };
        /** @description A group of which one condition must match. */
        AnyGroup: {
            /** @description Conditions. */
            any: components["schemas"]["Condition"][];
        };
        /** @description A key without its token. */
        ApiKey: {
            /**
             * Format: int64
             * @description The number of the key.
             */
            id: number;
            /** @description Middle part of the token. */
            prefix: string;
            /** @description The name of the key. */
            name: string;
            /** @description Scopes. */
            scopes: components["schemas"]["Scope"][];
            /** @description The tabs that the key is restricted to; null for all. */
            tabs: components["schemas"]["Tab"][] | null;
            /** @description The functions that the key is restricted to, by tab; null for all. */
            caps: {
                landings?: components["schemas"]["TabFunction"][];
                appearance?: components["schemas"]["TabFunction"][];
                notifications?: components["schemas"]["TabFunction"][];
                links?: components["schemas"]["TabFunction"][];
                qr?: components["schemas"]["TabFunction"][];
                stats?: components["schemas"]["TabFunction"][];
                vault?: components["schemas"]["TabFunction"][];
                broadcasts?: components["schemas"]["TabFunction"][];
                keys?: components["schemas"]["TabFunction"][];
                team?: components["schemas"]["TabFunction"][];
                integrations?: components["schemas"]["TabFunction"][];
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
        /** @description One arm. */
        Arm: {
            /** @description Whether the arm is served. The paid arm is served as the last resort even if disabled. */
            enabled: boolean;
            /**
             * Format: double
             * @description Weight relative to the other arm.
             */
            weight: number;
            /** @description Name. */
            label: string;
            /**
             * Format: int64
             * @description Length of the trial in days.
             */
            trial_days: number;
            /** @description Whether the arm is served only to countries with their own trial link. */
            require_country_link: boolean;
        };
        /**
         * @description Reason why no visitor gets an arm.
         * @enum {string}
         */
        ArmExclusion: "disabled" | "zero_weight" | "no_country_link" | "not_provisioned" | "inactive" | "expired";
        /** @description The two arms. */
        Arms: {
            /** @description The paid offer. */
            paid: components["schemas"]["Arm"];
            /** @description The free trial. */
            ftl: components["schemas"]["Arm"];
        };
        /** @description Attribution of an event. */
        Attribution: {
            /** @description `click` for a click recorded by this service, `link` for the link that the platform named. */
            basis: components["schemas"]["AttributionBasis"];
            /** @description Name of the click. */
            click_ref?: string | null;
            /** @description The domain. */
            domain: string;
            /**
             * Format: int64
             * @description Funnel link; null for a click that led to none.
             */
            link_id?: number | null;
        };
        /**
         * @description Basis of an attribution: a click that this service recorded, or the link that the platform named.
         * @enum {string}
         */
        AttributionBasis: "click" | "link";
        /**
         * @description Group of fans in a histogram.
         * @enum {string}
         */
        AudienceBucket: "whale" | "spender" | "free" | "trial" | "other";
        /**
         * @description Size of an audience, rounded so that no fan can be identified.
         * @example {
         *       "histogram": {
         *         "other": 15,
         *         "spender": 80
         *       },
         *       "matched": 120,
         *       "selected": 97
         *     }
         */
        AudiencePreview: {
            /**
             * Format: int64
             * @description Fans that match the audience; null from 1 to 4.
             */
            matched: number | null;
            /**
             * Format: int64
             * @description Matched fans who pass screening now; null from 1 to 4. Fans excluded by id are subtracted in steps of five.
             */
            selected: number | null;
            /**
             * @description Selected fans by tier, rounded down to multiples of five. Tiers under 5 fans are merged into `other`; a bucket
             *     under 5 is left out.
             */
            histogram: {
                /** Format: int64 */
                whale?: number;
                /** Format: int64 */
                spender?: number;
                /** Format: int64 */
                free?: number;
                /** Format: int64 */
                trial?: number;
                /** Format: int64 */
                other?: number;
            };
            /**
             * Format: int64
             * @description Smallest count that is shown, 5; present if `matched` or `selected` is null.
             */
            floor?: number | null;
        };
        /**
         * @description Status of fans' subscriptions.
         * @enum {string}
         */
        AudienceStatus: "active" | "expired" | "any";
        /**
         * @description Spending tier of a fan, as the engine classifies fans.
         * @enum {string}
         */
        AudienceTier: "all" | "whale" | "spender" | "free" | "trial";
        /**
         * @description Action of the audit log.
         * @enum {string}
         */
        AuditAction: "broadcast.cancel" | "broadcast.change" | "broadcast.create" | "broadcast.launch" | "broadcast.pause" | "broadcast.resume" | "broadcast.unschedule" | "destination_health.switch" | "domain.delete" | "domain.provision" | "domain.register" | "domain.rename" | "engine.connect" | "engine.disconnect" | "fan.erase" | "funnel_link.configure" | "funnel_link.provision" | "funnel_link.switch" | "gate.close" | "gate.open" | "key.mint" | "key.revoke" | "key.rotate" | "landing.edit" | "landing.publish" | "landing.rollback" | "member.add" | "member.change" | "member.remove" | "pixel.change" | "pixel.create" | "pixel.delete" | "pixel.redrive" | "preset.assign" | "preset.change" | "preset.create" | "preset.delete" | "qr_code.change" | "qr_code.create" | "request.decline" | "request.fulfill" | "request.start" | "smart_link.change" | "smart_link.create" | "smart_link.delete" | "webhook.change" | "webhook.create" | "webhook.delete" | "webhook.redeliver" | "webhook.redrive" | "webhook.rotate";
        /**
         * @description Action of the audit log, or a kind of actions.
         * @enum {string}
         */
        AuditActionFilter: "broadcast" | "destination_health" | "domain" | "engine" | "fan" | "funnel_link" | "gate" | "key" | "landing" | "member" | "pixel" | "preset" | "qr_code" | "request" | "smart_link" | "webhook" | "broadcast.cancel" | "broadcast.change" | "broadcast.create" | "broadcast.launch" | "broadcast.pause" | "broadcast.resume" | "broadcast.unschedule" | "destination_health.switch" | "domain.delete" | "domain.provision" | "domain.register" | "domain.rename" | "engine.connect" | "engine.disconnect" | "fan.erase" | "funnel_link.configure" | "funnel_link.provision" | "funnel_link.switch" | "gate.close" | "gate.open" | "key.mint" | "key.revoke" | "key.rotate" | "landing.edit" | "landing.publish" | "landing.rollback" | "member.add" | "member.change" | "member.remove" | "pixel.change" | "pixel.create" | "pixel.delete" | "pixel.redrive" | "preset.assign" | "preset.change" | "preset.create" | "preset.delete" | "qr_code.change" | "qr_code.create" | "request.decline" | "request.fulfill" | "request.start" | "smart_link.change" | "smart_link.create" | "smart_link.delete" | "webhook.change" | "webhook.create" | "webhook.delete" | "webhook.redeliver" | "webhook.redrive" | "webhook.rotate";
        /** @description Key of a change, as it was at that time. */
        AuditKey: {
            /** @description Prefix of the key. */
            prefix: string;
            /** @description Name of the key. */
            name: string;
            /**
             * Format: int64
             * @description Member whom the key belongs to; null for a key of the owner.
             */
            member_id: number | null;
        };
        /** @description Changes, newest first. */
        AuditList: {
            /** @description The changes. */
            items: components["schemas"]["AuditLogEntry"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor?: string | null;
        };
        /** @description Actor of a change. */
        AuditLogActor: {
            /** @description Prefix of the key; null on the command line. */
            key_prefix?: string | null;
            /**
             * Format: int64
             * @description Member who holds the key; null for the owner.
             */
            member_id?: number | null;
            /** @description Whether an operator used the command line of the service. */
            cli: boolean;
        };
        /** @description One change. */
        AuditLogEntry: {
            /**
             * Format: date-time
             * @description Time of the change.
             */
            at: string;
            /** @description Actor of the change. */
            actor: components["schemas"]["AuditLogActor"];
            /** @description Action. */
            action: components["schemas"]["AuditAction"];
            /** @description Subject of the change. */
            subject: components["schemas"]["AuditSubject"];
            /** @description Id of the request; null on the command line. */
            request_id?: string | null;
            /**
             * @description Changed values before the change; null if the subject did not exist. Values of a draft are keyed by path. A
             *     value above 1 KiB is `{"cut_bytes": n}`. At most 100 values and 16 KiB are stored; `left_out` counts the rest.
             */
            before?: unknown;
            /** @description Changed values after the change, in the same form; null if the subject was deleted. */
            after?: unknown;
        };
        /** @description Subject of a change. */
        AuditSubject: {
            /** @description Type. */
            type: components["schemas"]["AuditSubjectType"];
            /** @description Id of the subject, as in its own operations. */
            id: string;
        };
        /**
         * @description Type of a changed object.
         * @enum {string}
         */
        AuditSubjectType: "api_key" | "broadcast" | "destination_health" | "domain" | "engine" | "fan" | "funnel_link" | "gate" | "member" | "pixel" | "preset" | "qr_code" | "request" | "smart_link" | "webhook";
        /**
         * @description Shape of a banner's picture.
         * @enum {string}
         */
        AvatarShape: "circle" | "rounded" | "square";
        /** @description The whole look of a draft. */
        Background: {
            /** @description The domain. */
            domain: string;
            canvas_color?: components["schemas"]["Colour"] | null;
            /** @description Stored sections. */
            ui: components["schemas"]["LandingUi"];
            /** @description Design that draws the page. */
            design: components["schemas"]["PageDesign"];
            /** @description The background pictures. */
            sources: components["schemas"]["BackgroundFiles"];
            /** @description The card of the link preview; left out if none is wanted. */
            card?: components["schemas"]["ShareCard"];
        };
        /** @description Files of the background pictures. */
        BackgroundFiles: {
            /** @description The picture for phones. */
            mobile?: string | null;
            /** @description The picture for wider screens. */
            desktop?: string | null;
            /** @description The picture of the link preview; left out without one. */
            share?: string;
        };
        /** @description Whether a background picture was uploaded. */
        BackgroundUpload: {
            /** @description The domain. */
            domain: string;
            /** @description Variant of the picture. */
            variant: components["schemas"]["SourceVariant"];
            /** @description Whether the picture was uploaded. */
            exists: boolean;
        };
        /** @description The banner of a draft. */
        Banner: components["schemas"]["BannerUpdate"] & {
            /** @description The domain. */
            domain: string;
        };
        /**
         * @description Activity that a banner shows.
         * @enum {string}
         */
        BannerActivity: "recent_subscribers";
        /** @description Texts, picture and sound of a banner. Texts are one line without control characters. */
        BannerContent: {
            /** @description At most 80 characters. */
            title?: string | null;
            /** @description At most 300 characters. */
            body?: string | null;
            /** @description At most 40 characters. */
            link_text?: string | null;
            /** @description Destination of the link in mode `manual`; empty for none. */
            target_url?: string | null;
            link_mode?: components["schemas"]["BannerLinkMode"] | null;
            /**
             * Format: int32
             * @description Delay before the banner is shown, 0-600,000 ms.
             */
            delay_ms?: number | null;
            /** @description File of the picture, which the owner uploaded; null removes it. */
            avatar_filename?: string | null;
            /** @description File of the sound, which the owner uploaded; null removes it. */
            sound_filename?: string | null;
            /** @description Translations by language. A visitor gets the first of their languages that has one. */
            translations?: {
                [key: string]: components["schemas"]["BannerTexts"];
            } | null;
            /** @description Variants of the texts, chosen by weight for visitors without a translation. A visitor keeps the same variant. */
            variants?: components["schemas"]["BannerVariant"][] | null;
            activity_source?: components["schemas"]["BannerActivity"] | null;
        };
        /**
         * @description Link of a banner: empty for none, an address, or a smart link with the default policy.
         * @enum {string}
         */
        BannerLinkMode: "" | "manual" | "smartlink";
        /**
         * @description Edge of the screen where a banner slides in.
         * @enum {string}
         */
        BannerPosition: "top" | "bottom";
        /**
         * @description Look of a banner. Left out and null fields have the stock look.
         * @example {
         *       "position": "top",
         *       "theme": "glass"
         *     }
         */
        BannerStyle: {
            theme?: components["schemas"]["BannerTheme"] | null;
            position?: components["schemas"]["BannerPosition"] | null;
            avatar_shape?: components["schemas"]["AvatarShape"] | null;
            accent?: components["schemas"]["Colour"] | null;
            text_color?: components["schemas"]["Colour"] | null;
            /**
             * Format: double
             * @description Opacity.
             */
            opacity?: number | null;
            /**
             * Format: double
             * @description Radius of the corners in pixels.
             */
            radius?: number | null;
            /**
             * Format: double
             * @description Dimming of the page behind the banner.
             */
            dim?: number | null;
            font?: components["schemas"]["Font"] | null;
            /**
             * Format: double
             * @description Factor for the text size.
             */
            text_size?: number | null;
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
         * @description Material of a banner.
         * @enum {string}
         */
        BannerTheme: "light" | "dark" | "glass" | "liquid";
        /**
         * @description A partial change of a banner. Only given fields change.
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
            /** @description Whether the banner is shown. */
            enabled?: boolean | null;
            /**
             * Format: int64
             * @description Preset to assign, or null to detach the banner from its preset.
             */
            preset_id?: number | null;
            style?: components["schemas"]["BannerStyle"] | null;
        };
        /** @description A variant of the texts. */
        BannerVariant: components["schemas"]["BannerTexts"] & {
            /** @description Name. */
            key: string;
            /**
             * Format: int32
             * @description Weight, 0-10,000.
             */
            weight: number;
        };
        /**
         * @description The operator of conditions on a period.
         * @enum {string}
         */
        BetweenOperator: "between";
        /** @description Counts of bots. */
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
        /** @description A campaign and its state. */
        Broadcast: {
            /**
             * Format: int64
             * @description Number of the campaign.
             */
            id: number;
            /** @description Title. */
            title: string;
            /** @description Sending mode. */
            mode: components["schemas"]["BroadcastMode"];
            /** @description Audience. */
            audience: components["schemas"]["BroadcastAudience"];
            /** @description Message. */
            message: components["schemas"]["BroadcastMessage"];
            schedule: components["schemas"]["BroadcastSchedule"] | null;
            /**
             * Format: int64
             * @description Id of the operator that the campaign is sent for; stored only.
             */
            operator_id: number | null;
            /** @description Sending account; before the launch, the account that the campaign names. */
            platform_account_id: string | null;
            pace: components["schemas"]["BroadcastPace"] | null;
            auto_stop: components["schemas"]["BroadcastAutoStop"] | null;
            /** @description Status. */
            status: components["schemas"]["BroadcastStatus"];
            pause_reason: components["schemas"]["BroadcastPauseReason"] | null;
            finish_reason: components["schemas"]["BroadcastFinishReason"] | null;
            /**
             * Format: date-time
             * @description Time of the launch, or of the start if it was scheduled; RFC 3339.
             */
            launched_at: string | null;
            /**
             * Format: int64
             * @description Time in Unix seconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Time of the last change of state, in Unix seconds.
             */
            updated_at: number;
        };
        /**
         * @description Actor of a change of a campaign.
         * @enum {string}
         */
        BroadcastActor: "key" | "service";
        /**
         * @description Audience of a campaign. A field that is left out, null or empty restricts nothing.
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
            /** @description Two-letter country codes, each once. Fans of an unknown country do not match. */
            countries?: components["schemas"]["CountryCode"][] | null;
            /**
             * Format: int64
             * @description Minimum spending of a fan, in cents.
             */
            min_spent_cents?: number | null;
            /**
             * Format: int64
             * @description Maximum spending of a fan, in cents; not below `min_spent_cents`.
             */
            max_spent_cents?: number | null;
            /**
             * Format: int64
             * @description Fans seen within this number of days.
             */
            last_seen_days?: number | null;
            /** @description Fans to exclude, by the engine's ids of 1 to 255 characters. They count as matched and are screened out. */
            exclude_fan_ids?: string[] | null;
        };
        /** @description Changes of a campaign's state, oldest first. */
        BroadcastAudit: {
            /** @description The changes. */
            items: components["schemas"]["BroadcastAuditEntry"][];
        };
        /** @description One change of a campaign's state. */
        BroadcastAuditEntry: {
            /**
             * Format: date-time
             * @description Time, RFC 3339.
             */
            at: string;
            /** @description `key` for a caller with a key, `service` for the service itself. */
            actor: components["schemas"]["BroadcastActor"];
            key: components["schemas"]["AuditKey"] | null;
            /** @description The state before. */
            from: components["schemas"]["BroadcastStatus"];
            /** @description The state after. */
            to: components["schemas"]["BroadcastStatus"];
            reason: components["schemas"]["BroadcastReason"] | null;
        };
        /** @description Conditions that end a campaign. */
        BroadcastAutoStop: {
            /**
             * Format: int64
             * @description Maximum number of messages.
             */
            max_sends?: number | null;
            /**
             * Format: int64
             * @description Maximum number of messages per UTC day; the rest is sent on later days.
             */
            max_per_day?: number | null;
            /**
             * Format: int64
             * @description Revenue from fans of the campaign that ends it, in cents.
             */
            revenue_cents?: number | null;
            /**
             * Format: int64
             * @description End in Unix seconds; after `schedule.start_at`.
             */
            end_at?: number | null;
            /** @description Whether fans who wrote since the launch are skipped. */
            on_reply?: boolean | null;
        };
        /** @description Fans of a campaign. `matched` = `pending` + `sent` + `failed` + `unknown` + all of `screened`. */
        BroadcastCounters: {
            /**
             * Format: int64
             * @description All fans of the audience.
             */
            matched: number;
            /**
             * Format: int64
             * @description Fans still to receive the message, including `waiting`.
             */
            pending: number;
            /**
             * Format: int64
             * @description Fans who received the message.
             */
            sent: number;
            /**
             * Format: int64
             * @description Fans for whom the engine rejected the message.
             */
            failed: number;
            /**
             * Format: int64
             * @description Messages whose delivery result is unknown.
             */
            unknown: number;
            /**
             * Format: int64
             * @description Fans who wrote after the message.
             */
            replied: number;
            /**
             * Format: int64
             * @description Fans who bought after the message.
             */
            purchased: number;
            /**
             * Format: int64
             * @description Fans deferred by quiet hours.
             */
            waiting: number;
            /** @description Excluded fans, by reason. */
            screened: {
                /** Format: int64 */
                opted_out?: number;
                /** Format: int64 */
                blocked?: number;
                /** Format: int64 */
                excluded?: number;
                /** Format: int64 */
                cooldown?: number;
                /** Format: int64 */
                already_sent?: number;
                /** Format: int64 */
                duplicate_text?: number;
                /** Format: int64 */
                replied?: number;
            };
        };
        /**
         * @description A new campaign. It becomes a draft, and nothing is delivered.
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
            /** @description Title, on one line. */
            title: string;
            /** @description Sending mode. */
            mode: components["schemas"]["BroadcastMode"];
            /** @description Audience. */
            audience: components["schemas"]["BroadcastAudience"];
            /** @description Message. */
            message: components["schemas"]["BroadcastMessage"];
            schedule?: components["schemas"]["BroadcastSchedule"] | null;
            /**
             * Format: int64
             * @description Id of the operator that the campaign is sent for; stored only.
             */
            operator_id?: number | null;
            /** @description Sending account; the connected account, which is the default. */
            platform_account_id?: string | null;
            pace?: components["schemas"]["BroadcastPace"] | null;
            auto_stop?: components["schemas"]["BroadcastAutoStop"] | null;
        };
        /** @description A new campaign. */
        BroadcastCreated: {
            /**
             * Format: int64
             * @description Number of the campaign.
             */
            id: number;
        };
        /** @description A campaign with its progress and forecast. */
        BroadcastDetail: components["schemas"]["Broadcast"] & {
            /** @description Progress. */
            counters: components["schemas"]["BroadcastCounters"];
            /**
             * Format: date-time
             * @description Earliest time of the next message, RFC 3339; null if nothing is left to send. An estimate: other campaigns may
             *     send too.
             */
            next_send_at: string | null;
            /**
             * Format: date-time
             * @description Estimated time of the last message, RFC 3339; null until the audience is fully read.
             */
            estimated_finish_at: string | null;
        };
        /**
         * @description Reason why a campaign is finished.
         * @enum {string}
         */
        BroadcastFinishReason: "done" | "auto_stop" | "end_at";
        /** @description `data` of `broadcast.finished`. */
        BroadcastFinishedData: {
            /**
             * Format: int64
             * @description The number of the campaign.
             */
            broadcast_id: number;
            /** @description Status: finished, cancelled or failed. */
            status: components["schemas"]["BroadcastStatus"];
            reason: components["schemas"]["BroadcastFinishReason"] | null;
        };
        /** @description A campaign ended. */
        BroadcastFinishedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "broadcast.finished";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            data: components["schemas"]["BroadcastFinishedData"];
        };
        /** @description State of the gate: whether broadcasts may be launched and delivered now. */
        BroadcastGate: {
            /** @description Whether launches and deliveries are allowed. */
            open: boolean;
            /** @description Closed switches: `server` (configuration, for all owners), `owner` (this owner); empty if the gate is open. */
            closed_by: components["schemas"]["GateSwitch"][];
        };
        /** @description Campaigns, newest first. */
        BroadcastList: {
            /** @description The campaigns. */
            items: components["schemas"]["Broadcast"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Message of a campaign: a text, media, or both.
         * @example {
         *       "media_ids": [
         *         "10001"
         *       ],
         *       "price_cents": 500,
         *       "text": "Hi!"
         *     }
         */
        BroadcastMessage: {
            /** @description Text; at most 1,000 characters without media. */
            text?: string | null;
            /** @description Media, by the engine's ids of 1 to 128 characters, each once. */
            media_ids?: string[] | null;
            /**
             * Format: int64
             * @description Price of the media in cents: 0 (the default) or 300 to 20,000. A price needs media.
             */
            price_cents?: number | null;
            /** @description Messages of a `tiered` campaign for single tiers. */
            tiers?: {
                whale?: components["schemas"]["TierMessage"];
                spender?: components["schemas"]["TierMessage"];
                free?: components["schemas"]["TierMessage"];
                trial?: components["schemas"]["TierMessage"];
            } | null;
        };
        /**
         * @description Sending mode of a campaign.
         * @enum {string}
         */
        BroadcastMode: "segmented" | "tiered" | "drip" | "online";
        /** @description Sending pace of a campaign, instead of the service's pace. */
        BroadcastPace: {
            /**
             * Format: int64
             * @description Messages a minute; the service may have a lower limit.
             */
            per_minute?: number | null;
            /**
             * Format: int64
             * @description Messages a UTC day.
             */
            per_day?: number | null;
            /**
             * Format: double
             * @description Fraction by which the gap between two messages may grow.
             */
            jitter?: number | null;
        };
        /**
         * @description Reason why a campaign is paused.
         * @enum {string}
         */
        BroadcastPauseReason: "operator" | "gate_closed" | "engine_disconnected" | "failure_rate" | "opt_out_rate";
        /** @description `data` of `broadcast.paused`. */
        BroadcastPausedData: {
            /**
             * Format: int64
             * @description The number of the campaign.
             */
            broadcast_id: number;
            reason: components["schemas"]["BroadcastPauseReason"] | null;
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
             * @description Time of the event.
             */
            timestamp: string;
            data: components["schemas"]["BroadcastPausedData"];
        };
        /**
         * @description Reason why a campaign is paused or finished.
         * @enum {string}
         */
        BroadcastReason: "operator" | "gate_closed" | "engine_disconnected" | "failure_rate" | "opt_out_rate" | "done" | "auto_stop" | "end_at";
        /** @description Report of a campaign. */
        BroadcastReport: {
            /** @description Excluded fans, by reason. */
            screened: {
                /** Format: int64 */
                opted_out?: number;
                /** Format: int64 */
                blocked?: number;
                /** Format: int64 */
                excluded?: number;
                /** Format: int64 */
                cooldown?: number;
                /** Format: int64 */
                already_sent?: number;
                /** Format: int64 */
                duplicate_text?: number;
                /** Format: int64 */
                replied?: number;
            };
            /** @description Messages by the hour in which the engine accepted them, in order; hours without messages are left out. */
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
             * @description Net revenue of these purchases, in cents.
             */
            revenue_cents: number;
            /** @description Net revenue in other currencies, in minor units, which `revenue_cents` excludes. */
            other_currencies: {
                [key: string]: number;
            };
        };
        /** @description Start of a launched campaign. */
        BroadcastSchedule: {
            /**
             * Format: int64
             * @description Start in Unix seconds; a launch before this time makes the campaign `scheduled`.
             */
            start_at?: number | null;
        };
        /**
         * @description Status of a campaign.
         * @enum {string}
         */
        BroadcastStatus: "draft" | "scheduled" | "running" | "paused" | "finished" | "cancelled" | "failed";
        /**
         * @description Browser.
         * @enum {string}
         */
        Browser: "chrome" | "safari" | "firefox" | "edge" | "opera" | "samsung";
        /** @description The browser. */
        BrowserCondition: {
            /** @description Field. */
            field: components["schemas"]["BrowserField"];
            /** @description Comparison. */
            op: components["schemas"]["SetOperator"];
            /** @description Browsers. */
            values: components["schemas"]["Browser"][];
        };
        /**
         * @description The browser.
         * @enum {string}
         */
        BrowserField: "browser";
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
            /** @description Target domains, at most 1,000; duplicates count once. */
            targets: string[];
            /** @description Parts to copy. */
            parts: components["schemas"]["CopyPart"][];
        };
        /** @description Result of a bulk copy. */
        BulkCopyReport: {
            /** @description The domain whose draft was copied. */
            source: string;
            /** @description The parts that were requested. */
            parts: components["schemas"]["CopyPart"][];
            /** @description One entry for each target. */
            results: components["schemas"]["BulkCopyResult"][];
        };
        /** @description Result for one target. */
        BulkCopyResult: {
            /** @description The target. */
            host: string;
            /** @description Whether the target has the copy. */
            ok: boolean;
            /** @description Result. */
            detail: components["schemas"]["CopyDetail"];
        };
        /** @description A button. */
        Button: {
            /** @description `btn_` and 26 characters. */
            button_id: string;
            /** @description The domain. */
            domain: string;
            /** @description Id of the segment. */
            tier: string;
            /** @description Position in the segment, from 0. */
            position: number;
            /** @description Text. */
            label: string;
            /** @description Destination, as typed. */
            url: string;
            /** @description Address of the funnel link at the last stamping, for `funnel:paid` and `funnel:ftl`; null for none. */
            stamped_url?: string | null;
            /** @description File name of the icon; empty for none. Stored, but not drawn. */
            icon: string;
            /** @description File of the rendered label; empty if the label is shown as live text. */
            text_filename: string;
            /** @description Text of the rendered label. */
            text_value: string;
            /** @description Whether the button is hidden from all visitors. */
            hidden: boolean;
            match?: components["schemas"]["Conditions"] | null;
            /** @description Replacements for arms of the segment's experiment. */
            variants?: components["schemas"]["ButtonVariant"][] | null;
            /**
             * Format: int64
             * @description First second at which the button is shown, in Unix seconds; left out for none.
             */
            from_ts?: number;
            /**
             * Format: int64
             * @description First second at which the button is no longer shown, in Unix seconds; left out for none.
             */
            until_ts?: number;
        };
        /**
         * @description Animation of buttons.
         * @enum {string}
         */
        ButtonAnimation: "none" | "pulse" | "shake" | "bounce" | "glow" | "shine";
        /**
         * @description A new button.
         * @example {
         *       "label": "Join me",
         *       "url": "https://example.com/join"
         *     }
         */
        ButtonCreate: {
            /** @description Text. */
            label: string;
            /** @description An `https`, `http`, `mailto` or `tel` address, or `funnel:paid` or `funnel:ftl`. */
            url: string;
            /** @description File name of the icon; empty for none. Stored, but not drawn. */
            icon?: string;
            /** @description Whether the button is hidden from all visitors. */
            hidden?: boolean;
            match?: components["schemas"]["Conditions"] | null;
            /** @description Replacements for arms of the segment's experiment; null for none. */
            variants?: components["schemas"]["ButtonVariant"][] | null;
            /**
             * Format: int64
             * @description First second at which the button is shown, in Unix seconds; null for no start.
             */
            from_ts?: number | null;
            /**
             * Format: int64
             * @description First second at which the button is no longer shown, in Unix seconds and after `from_ts`; null for no end.
             */
            until_ts?: number | null;
            /**
             * Format: int32
             * @description Position in the segment, from 0; last by default.
             */
            position?: number | null;
        };
        /**
         * @description Fill of buttons.
         * @enum {string}
         */
        ButtonFill: "solid" | "outline" | "glass" | "gradient" | "shadow";
        /** @description The buttons of a segment by position. */
        ButtonList: {
            /** @description Id of the segment. */
            tier: string;
            /** @description The domain. */
            domain: string;
            /** @description The buttons. */
            items: components["schemas"]["Button"][];
        };
        /** @description New order of a segment's buttons. */
        ButtonOrder: {
            /** @description Every button of the segment, exactly once. */
            button_ids: string[];
        };
        /** @description Reason for showing or hiding a button. */
        ButtonReason: {
            /** @description Id. */
            button_id: string;
            /** @description Whether the button is shown. */
            shown: boolean;
            /** @description Whether the button, or its variant for the visitor's arm, is hidden. */
            hidden: boolean;
            /** @description Position of the time relative to the schedule; left out without a schedule. */
            schedule?: components["schemas"]["Timing"];
            /** @description Result of the condition. */
            match: components["schemas"]["Truth"];
            /** @description Result of each leaf of the condition. */
            conditions: components["schemas"]["LeafReason"][];
        };
        /**
         * @description Shape of buttons.
         * @enum {string}
         */
        ButtonShape: "rounded" | "pill" | "square" | "sharp";
        /** @description A partial change of a button. Only given fields change; null clears a field. */
        ButtonUpdate: {
            /** @description New label. */
            label?: string;
            /** @description New destination. */
            url?: string;
            /** @description New icon; empty for none. */
            icon?: string;
            /** @description Whether the button is hidden. */
            hidden?: boolean;
            match?: components["schemas"]["Conditions"] | null;
            /** @description New variants, or null for none. */
            variants?: components["schemas"]["ButtonVariant"][] | null;
            /**
             * Format: int64
             * @description New first second, or null for none.
             */
            from_ts?: number | null;
            /**
             * Format: int64
             * @description New end, or null for none.
             */
            until_ts?: number | null;
            /**
             * Format: int32
             * @description New position in the segment, from 0.
             */
            position?: number;
            /** @description New segment of the domain; without `position` the button becomes the last. */
            tier?: string;
        };
        /**
         * @description Properties of a button for the visitors of an arm. Left out properties are those of the button.
         * @example {
         *       "id": "b",
         *       "label": "Join today"
         *     }
         */
        ButtonVariant: {
            /** @description Id of the arm. */
            id: string;
            /** @description Label. */
            label?: string | null;
            /** @description Destination. */
            url?: string | null;
            /** @description Icon. */
            icon?: string | null;
            /** @description Whether the button is hidden. */
            hidden?: boolean | null;
        };
        /**
         * @description Look of the buttons. Left out fields have the stock look.
         * @example {
         *       "color": "#7a3ff2",
         *       "fill": "gradient",
         *       "font": "Poppins",
         *       "shape": "pill"
         *     }
         */
        ButtonsUi: {
            shape?: components["schemas"]["ButtonShape"] | null;
            fill?: components["schemas"]["ButtonFill"] | null;
            color?: components["schemas"]["Colour"] | null;
            animation?: components["schemas"]["ButtonAnimation"] | null;
            anim_speed?: components["schemas"]["AnimationSpeed"] | null;
            font?: components["schemas"]["Font"] | null;
            align?: components["schemas"]["LabelAlign"] | null;
        };
        /**
         * @description A canvas colour.
         * @example {
         *       "color": "#1f2933"
         *     }
         */
        CanvasColor: {
            /** @description `#rrggbb`. */
            color: components["schemas"]["Colour"];
        };
        /**
         * @description Kind of a difference.
         * @enum {string}
         */
        ChangeOp: "add" | "remove" | "change";
        /** @description The canvas colour after a change. */
        ChangedCanvasColor: {
            /** @description The domain. */
            domain: string;
            /** @description `#rrggbb`, lower case. */
            canvas_color: components["schemas"]["Colour"];
            /** @description Whether the colour changed. */
            changed: boolean;
        };
        /** @description The settings after a change. */
        ChangedLandingUi: {
            /** @description The domain. */
            domain: string;
            /** @description Stored sections; null is the stock look. */
            ui: components["schemas"]["LandingUi"];
            /** @description Whether the settings changed. */
            changed: boolean;
            /** @description Number of labels whose picture changed. */
            relabeled: number;
        };
        /**
         * @description Kind of a changed link.
         * @enum {string}
         */
        ChangedLinkKind: "smart_link" | "funnel_link";
        /** @description The way to the page: `direct`, `qr`, or `qr-<slug>` of one code. */
        ChannelCondition: {
            /** @description Field. */
            field: components["schemas"]["ChannelField"];
            /** @description Comparison. */
            op: components["schemas"]["SetOperator"];
            /** @description Ways to the page. */
            values: string[];
        };
        /**
         * @description The way to the page.
         * @enum {string}
         */
        ChannelField: "channel";
        /** @description A stable code and a message. */
        CodedDetail: {
            /** @description Stable error code; decide on this field. */
            code: components["schemas"]["ErrorCode"];
            /** @description Message for people; may change. */
            message: string;
        };
        /** @description Error body with a code. */
        CodedError: {
            /** @description Code and message. */
            detail: components["schemas"]["CodedDetail"];
            /** @description Id of the request, for responses 5xx: quote it to support. */
            request_id?: string | null;
        };
        /** @description Error body with or without a code. */
        CodedOrDetailError: components["schemas"]["CodedError"] | components["schemas"]["DetailError"];
        /** @description Error body with a code, or with a list of errors. */
        CodedOrValidationErrors: components["schemas"]["CodedError"] | components["schemas"]["ValidationErrors"];
        /**
         * @description Colour, `#rrggbb`.
         * @example #7a3ff2
         */
        Colour: string;
        /** @description A condition on one field, or a group. */
        Condition: components["schemas"]["AllGroup"] | components["schemas"]["AnyGroup"] | components["schemas"]["NotGroup"] | components["schemas"]["CountryCondition"] | components["schemas"]["DeviceCondition"] | components["schemas"]["OsCondition"] | components["schemas"]["BrowserCondition"] | components["schemas"]["InAppCondition"] | components["schemas"]["LanguageCondition"] | components["schemas"]["ChannelCondition"] | components["schemas"]["ReferrerCondition"] | components["schemas"]["ReferrerExistsCondition"] | components["schemas"]["ReturningCondition"] | components["schemas"]["TimeCondition"] | components["schemas"]["DateCondition"] | components["schemas"]["ParameterCondition"] | components["schemas"]["ParameterExistsCondition"];
        /**
         * @description Conditions on the visitor. A condition on something unknown about the visitor doesn't match, and neither does its
         *     negation. At most 3 levels of groups, 20 conditions, 100 values a condition and 8 KB.
         */
        Conditions: components["schemas"]["AllConditions"] | components["schemas"]["AnyConditions"];
        /** @description Several media that were sold together. */
        ContentBundle: {
            /** @description Key of the engine, or else the sorted numbers of the items. */
            bundle_key: string;
            /**
             * Format: int64
             * @description Number of media.
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
             * @description Time in Unix seconds.
             */
            last_sold_ts: number;
            /** @description Latest name; empty if there was none. */
            name: string;
            /** @description First items, at most four. */
            cover_ids: number[];
        };
        /** @description An item of the vault in full. */
        ContentDetail: components["schemas"]["ContentItem"] & {
            /**
             * Format: int64
             * @description Rank by buyers, from 1.
             */
            rank: number;
            /**
             * Format: int64
             * @description Number of ranked items.
             */
            rank_total: number;
            /**
             * Format: int64
             * @description All captured sales less refunds, including bundles.
             */
            captured_sales: number;
            /**
             * Format: int64
             * @description Sales outside of bundles.
             */
            standalone_sales: number;
            /**
             * Format: int64
             * @description Net revenue of these sales in cents, without money in other currencies.
             */
            standalone_revenue_cents: number;
            /** @description Currency of all amounts but those of sales that name their own. */
            currency: string;
            /** @description Net revenue of all time in other currencies, including bundles, in minor units; not part of any amount. */
            other_currencies: {
                [key: string]: number;
            };
            /** @description The latest captured sales, newest first, at most 1000. */
            sales: components["schemas"]["ContentSale"][];
            /** @description Bundles with this item, most sold first, at most 1,000. */
            bundles: components["schemas"]["ContentBundle"][];
        };
        /** @description An item of content in the vault. */
        ContentItem: {
            /**
             * Format: int64
             * @description Number at the engine.
             */
            content_id: number;
            /** @description Type. */
            media_type: components["schemas"]["MediaType"];
            /**
             * Format: int64
             * @description Fans who bought, all time.
             */
            buyers_count: number;
            /**
             * Format: int64
             * @description Tips in cents, all time.
             */
            tips_cents: number;
            /**
             * Format: int64
             * @description Likes, all time.
             */
            likes_count: number;
            /** @description Whether there is a cover picture. */
            has_cover: boolean;
            /** @description Time, RFC 3339. */
            vendor_created_at: string;
            /**
             * Format: int64
             * @description Captured sales in the window, less refunds; all time without a window.
             */
            period_sales: number;
            /**
             * Format: int64
             * @description Net revenue of these sales in cents, without money in other currencies.
             */
            period_revenue_cents: number;
        };
        /** @description First items in the order. */
        ContentList: {
            /** @description The items. */
            items: components["schemas"]["ContentItem"][];
            /**
             * Format: int64
             * @description Total number of items.
             */
            total: number;
            /** @description Currency of all amounts. */
            currency: string;
            /** @description Net revenue of the window in other currencies, of all content, in minor units; not part of any amount. */
            other_currencies: {
                [key: string]: number;
            };
        };
        /**
         * @description Order of the list of content, descending.
         * @enum {string}
         */
        ContentOrder: "buyers" | "tips" | "sales";
        /** @description A fan's request for content. */
        ContentRequest: {
            /**
             * Format: int64
             * @description Number of the request.
             */
            id: number;
            /** @description State. */
            status: components["schemas"]["RequestState"];
            /** @description Id of the fan at the engine. */
            fan_id: string;
            /** @description Latest name of the fan; empty if unknown. */
            fan_username: string;
            /** @description Text of the request. */
            text: string;
            /**
             * Format: int64
             * @description Offered price in cents.
             */
            offered_cents: number;
            /** @description Media sent to the fan. */
            media_ids: string[];
            /** @description Reason of the decline. */
            reason?: string | null;
            /**
             * Format: int64
             * @description Time in Unix seconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Time of the last change of state, in Unix seconds.
             */
            updated_at: number;
        };
        /** @description A captured sale. */
        ContentSale: {
            /** @description Id of the fan at the engine. */
            fan_id: string;
            /** @description Latest name of the fan; empty if unknown. */
            fan_username: string;
            /**
             * Format: int64
             * @description Gross price in cents.
             */
            price_cents: number;
            /** @description Currency of the price, if it differs from the currency of the sums; such money is not part of them. */
            currency?: string;
            /**
             * Format: int64
             * @description Number of media in the message.
             */
            media_in_msg: number;
            /** @description Time, RFC 3339. */
            sold_at: string;
        };
        /** @description A conversion: ids and money. */
        Conversion: {
            /**
             * Format: int64
             * @description The number of the conversion, the same as in messages of webhooks.
             */
            conversion_id: number;
            /**
             * Format: date-time
             * @description Time of the event.
             */
            occurred_at: string;
            /** @description Type. */
            type: components["schemas"]["ConversionType"];
            transaction_kind?: components["schemas"]["TransactionKind"] | null;
            /**
             * Format: int64
             * @description Gross amount in cents; not positive for a refund, null if no money moved.
             */
            gross_cents?: number | null;
            /**
             * Format: int64
             * @description Net amount for the owner in cents; null if no money moved.
             */
            net_cents?: number | null;
            /** @description Currency by ISO 4217; null if no money moved. */
            currency?: string | null;
            /** @description Id of the fan on the platform; an erased fan has a pseudonym. */
            fan_id: string;
            /** @description Domain that the conversion is attributed to; null for none. */
            domain?: string | null;
            /**
             * Format: int64
             * @description Funnel link that the conversion is attributed to; null for none.
             */
            link_id?: number | null;
            basis?: components["schemas"]["AttributionBasis"] | null;
            /** @description Label of the printed code behind the click; empty for everything else. */
            source: string;
            /** @description Platform account of the event; null if unknown. */
            platform_account_id?: string | null;
        };
        /** @description `data` of `conversion.created`. */
        ConversionCreatedData: {
            /**
             * Format: int64
             * @description The number of the conversion.
             */
            conversion_id: number;
            /** @description Action of the fan. */
            type: components["schemas"]["ConversionType"];
            /**
             * Format: date-time
             * @description Time of the event.
             */
            occurred_at: string;
            /** @description Domain that the conversion is attributed to. */
            domain: string | null;
            /**
             * Format: int64
             * @description Number of the funnel link that the conversion is attributed to.
             */
            link_id: number | null;
            /**
             * Format: int64
             * @description Amount paid, in cents; null if no money moved.
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
        /** @description A conversion of a fan was attributed. */
        ConversionCreatedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "conversion.created";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            data: components["schemas"]["ConversionCreatedData"];
        };
        /** @description Conversions, attributed or not. */
        ConversionList: {
            /** @description Newest first. */
            items: components["schemas"]["Conversion"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor?: string | null;
        };
        /**
         * @description Action of a fan.
         * @enum {string}
         */
        ConversionType: "new_subscriber" | "new_transaction" | "message_received" | "fan_sent_3_messages";
        /**
         * @description Result of copying to one target.
         * @enum {string}
         */
        CopyDetail: "copied" | "copy_same_domain" | "domain_not_found" | "unavailable";
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
         * @description Part of a draft that can be copied.
         * @enum {string}
         */
        CopyPart: "buttons_segments" | "bg" | "ui" | "notification";
        /**
         * @description Two-letter country code of ISO 3166-1.
         * @example DE
         */
        CountryCode: string;
        /** @description The visitor's country. */
        CountryCondition: {
            /** @description Field. */
            field: components["schemas"]["CountryField"];
            /** @description Comparison. */
            op: components["schemas"]["SetOperator"];
            /** @description Countries. */
            values: components["schemas"]["CountryCode"][];
        };
        /**
         * @description The visitor's country.
         * @enum {string}
         */
        CountryField: "country";
        /** @description A period. */
        DateCondition: {
            /** @description Field. */
            field: components["schemas"]["DateField"];
            /** @description Comparison. */
            op: components["schemas"]["BetweenOperator"];
            /**
             * Format: int64
             * @description First second, in Unix seconds.
             */
            from_ts: number;
            /**
             * Format: int64
             * @description Second after the last, in Unix seconds.
             */
            to_ts: number;
        };
        /**
         * @description The date.
         * @enum {string}
         */
        DateField: "date";
        /** @description The statistics of a day. */
        DayStats: components["schemas"]["FunnelStats"] & {
            /**
             * Format: date
             * @description `YYYY-MM-DD`.
             */
            day: string;
        };
        /**
         * @description Day of the week.
         * @enum {string}
         */
        DayWord: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
        /** @description The deliveries of a pixel. */
        DeliveryList: {
            /** @description Newest first. */
            items: components["schemas"]["PixelDelivery"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor?: string | null;
        };
        /**
         * @description Meaning of a platform's answer.
         * @enum {string}
         */
        DeliveryVerdict: "delivered" | "throttled" | "retry" | "auth" | "permanent";
        /**
         * @description Design that draws the page.
         * @enum {string}
         */
        DesignKind: "builtin" | "custom_html";
        /** @description An address that buttons or smart links lead to. */
        Destination: {
            /** @description The address, without its fragment. */
            url: string;
            /** @description Domains whose pages or smart links use the address, at most 20. */
            domains: string[];
            /** @description State. */
            state: components["schemas"]["DestinationState"];
            /**
             * Format: date-time
             * @description Time of the first failed check, while broken.
             */
            broken_since: string | null;
            /**
             * Format: int32
             * @description HTTP status of the last response, after redirects; null without a response.
             */
            last_status: number | null;
            last_error: components["schemas"]["DestinationFailure"] | null;
            /**
             * Format: date-time
             * @description Time of the last check.
             */
            checked_at: string | null;
            /**
             * Format: date-time
             * @description Time of the next check.
             */
            next_check_at: string;
        };
        /** @description `data` of `destination.broken`. */
        DestinationBrokenData: {
            /** @description The address. */
            url: string;
            /** @description Domains whose pages or links use the address. */
            domains: string[];
            /**
             * Format: date-time
             * @description Time of the first failed check.
             */
            broken_since: string;
            /**
             * Format: int32
             * @description HTTP status of the last answer; null without an answer.
             */
            last_status: number | null;
            last_error: components["schemas"]["DestinationFailure"] | null;
        };
        /** @description An address that pages or links lead to no longer works. */
        DestinationBrokenEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "destination.broken";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            data: components["schemas"]["DestinationBrokenData"];
        };
        /**
         * @description A destination to check.
         * @example {
         *       "url": "https://shop.example.com/sale"
         *     }
         */
        DestinationCheck: {
            /** @description The address of a destination. */
            url: string;
        };
        /**
         * @description Reason why a check of a destination got no response.
         * @enum {string}
         */
        DestinationFailure: "dns" | "refused" | "connection" | "tls" | "timeout" | "redirects" | "forbidden_address";
        /** @description The destinations of an owner. */
        DestinationList: {
            /** @description Whether destinations are checked; if not, the list is empty. */
            enabled: boolean;
            /** @description Destinations, oldest first. */
            items: components["schemas"]["Destination"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description `data` of `destination.mended`. */
        DestinationMendedData: {
            /** @description The address. */
            url: string;
            /** @description Domains whose pages or links use the address. */
            domains: string[];
            /**
             * Format: date-time
             * @description Time of the first failed check.
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
             * @description Time of the event.
             */
            timestamp: string;
            data: components["schemas"]["DestinationMendedData"];
        };
        /**
         * @description Health of a destination.
         * @enum {string}
         */
        DestinationState: "unknown" | "ok" | "broken";
        /**
         * @description Switch of destination health.
         * @example {
         *       "enabled": true
         *     }
         */
        DestinationSwitch: {
            /** @description True checks each destination once a day; false deletes all results. */
            enabled: boolean;
        };
        /** @description Error body without a code: authentication, unknown paths, failures of the service itself. */
        DetailError: {
            /** @description A fixed sentence. */
            detail: string;
            /** @description Id of the request, for responses 5xx: quote it to support. */
            request_id?: string | null;
        };
        /**
         * @description Kind of device.
         * @enum {string}
         */
        Device: "mobile" | "tablet" | "desktop";
        /** @description The kind of device. */
        DeviceCondition: {
            /** @description Field. */
            field: components["schemas"]["DeviceField"];
            /** @description Comparison. */
            op: components["schemas"]["SetOperator"];
            /** @description Kinds of devices. */
            values: components["schemas"]["Device"][];
        };
        /**
         * @description The kind of device.
         * @enum {string}
         */
        DeviceField: "device";
        /**
         * @description A DNS record to set.
         * @example {
         *       "name": "links.example.com",
         *       "type": "CNAME",
         *       "value": "edge.example.net"
         *     }
         */
        DnsRecord: {
            /** @description Type of the record. */
            type: components["schemas"]["DnsRecordType"];
            /** @description Name of the record. */
            name: string;
            /** @description Value of the record. */
            value: string;
        };
        /**
         * @description Type of a DNS record.
         * @enum {string}
         */
        DnsRecordType: "CNAME" | "A" | "AAAA";
        /** @description A landing domain. */
        Domain: {
            /** @description Hostname in canonical form. */
            hostname: string;
            /** @description Display name. */
            display_name: string;
            /**
             * Format: int64
             * @description Time in Unix seconds.
             */
            created_at: number;
            /**
             * Format: int32
             * @description Number of buttons of the draft, over all segments.
             */
            button_count: number;
            /** @description State of the infrastructure. */
            infra_state: components["schemas"]["DomainState"];
            /** @description Cause of the last failed provisioning attempt. */
            provisioning_error?: string | null;
            /**
             * Format: int64
             * @description Time of the last provisioning attempt in Unix seconds; null before the first.
             */
            infra_attempted_at?: number | null;
            /**
             * @description Records to set at the DNS provider: the CNAME record, or all address records if the name is the top of a zone.
             *     Left out if the operator configured no target.
             */
            dns_records?: components["schemas"]["DnsRecord"][];
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
             * @description Time of the event.
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
        /** @description Provisioning of a domain failed for good. */
        DomainFailedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "domain.failed";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            data: components["schemas"]["DomainFailedData"];
        };
        /** @description The links that fill a domain's slots. */
        DomainLinks: {
            /** @description The domain. */
            domain: string;
            /** @description Free-trial links. */
            trial_count: number;
            /** @description Paid links. */
            tracking_count: number;
            /**
             * Format: int32
             * @description Number of buttons with a stamped address.
             */
            stamped_count: number;
            /** @description The paid link, then the trials by country. */
            items: components["schemas"]["FunnelLink"][];
        };
        /** @description Domains of the owner. */
        DomainList: {
            /** @description The domains. */
            items: components["schemas"]["Domain"][];
            /** @description Cursor of the next page, null on the last page; present only with `limit` or `cursor`. */
            next_cursor?: string | null;
        };
        /**
         * @description A new domain.
         * @example {
         *       "display_name": "Example",
         *       "hostname": "links.example.com"
         *     }
         */
        DomainRegister: {
            /** @description Hostname; stored in lower case, without a trailing dot, in ASCII (IDNA). */
            hostname: string;
            /** @description Display name, shown on the page. */
            display_name: string;
        };
        /**
         * @description Order of the list of domains.
         * @enum {string}
         */
        DomainSort: "created_at" | "created_at_desc" | "hostname" | "hostname_desc" | "display_name" | "display_name_desc";
        /** @description A paying fan of a domain. */
        DomainSpender: {
            /** @description Id of the fan on the platform. */
            fan_id: string;
            /** @description Latest name of the fan; empty if unknown. */
            fan_username: string;
            /**
             * Format: int64
             * @description Net revenue from the fan, less refunds.
             */
            total_net_cents: number;
            /**
             * Format: int64
             * @description Number of purchases.
             */
            purchases: number;
            /** @description Two-letter country code; empty if unknown. */
            country: string;
            /** @description Whether the fan had bought before they were first seen on the domain. */
            is_returning: boolean;
            /**
             * Format: int64
             * @description Net revenue from before that; not part of any total.
             */
            pre_anchor_cents: number;
            /**
             * Format: date-time
             * @description Time of the first purchase, RFC 3339.
             */
            first_at: string;
            /**
             * Format: date-time
             * @description Time of the last purchase, RFC 3339.
             */
            last_at: string;
        };
        /** @description The paying fans of a domain. */
        DomainSpenders: {
            /** @description The domain. */
            domain: string;
            /** @description Fans by revenue, descending, then by id. */
            spenders: components["schemas"]["DomainSpender"][];
            /** @description Totals over all fans, whatever page is shown. */
            totals: components["schemas"]["SpenderTotals"];
            /** @description Currency of all sums (ISO 4217): the currency of the owner's first account. */
            currency: string;
            /** @description Money of the window in other currencies, in minor units; not part of any sum. */
            other_currencies: {
                [key: string]: number;
            };
            /** @description Cursor of the next page; null on the last page. */
            next_cursor?: string | null;
        };
        /**
         * @description State of a domain's infrastructure.
         * @enum {string}
         */
        DomainState: "pending" | "active" | "failed";
        /** @description The statistics of a domain. */
        DomainStats: {
            /** @description The domain. */
            domain: string;
            /** @description Totals over all days and sources. */
            totals: components["schemas"]["FunnelStats"];
            /** @description Currency of all sums (ISO 4217): the currency of the owner's first account. */
            currency: string;
            /** @description Money of the window in other currencies, in minor units; not part of any sum. */
            other_currencies: {
                [key: string]: number;
            };
            /** @description Statistics of each UTC day with any activity, oldest first. */
            days: components["schemas"]["DayStats"][];
            /** @description Statistics of each source. */
            sources: components["schemas"]["TrafficSourceStats"][];
            /** @description Counts of each key, only with `by`. Hours are sorted by time, other traits by visits, descending. */
            items?: components["schemas"]["SplitItem"][];
            /** @description Counts of bots, only with `by`. No other count includes them. */
            bots?: components["schemas"]["BotStats"];
        };
        /** @description Differences between the draft and the live version. */
        DraftDiff: {
            /**
             * Format: int32
             * @description Live version; null before the first publication.
             */
            live_version?: number | null;
            /** @description Differences from the live version to the draft. */
            changes: components["schemas"]["DraftDifference"][];
        };
        /** @description One difference. A whole segment or button that was added or removed is one difference. */
        DraftDifference: {
            /** @description Kind of difference. */
            op: components["schemas"]["ChangeOp"];
            /** @description Path: `segments.<id>.name`, `segments.<id>.buttons.<id>.label` ... */
            path: string;
            /** @description Live value; null for an addition. */
            from: unknown;
            /** @description Value of the draft; null for a removal. */
            to: unknown;
        };
        /** @description Plan of provisioning. */
        DryRun: {
            /** @description The domain. */
            domain: string;
            /** @description One item for each slot. */
            items: components["schemas"]["DryRunItem"][];
            /** @description Number of slots by status. */
            counts: components["schemas"]["DryRunCounts"];
        };
        /** @description Slots by status. */
        DryRunCounts: {
            /** @description Links that would be created. */
            new: number;
            /** @description Links that are recorded. */
            exists: number;
            /** @description Existing upstream links that would be reused. */
            adoptable: number;
        };
        /** @description One slot of a dry run. */
        DryRunItem: {
            /** @description Offer. */
            offer: components["schemas"]["Offer"];
            /** @description The country of a trial. */
            country?: string | null;
            /** @description State. */
            status: components["schemas"]["SlotStatus"];
        };
        /** @description Current rights of the calling key. */
        EffectiveRights: {
            /** @description Scopes of the key. */
            scopes: components["schemas"]["Scope"][];
            /** @description Allowed functions by tab, within the restrictions of the key and its member. */
            functions: {
                landings?: components["schemas"]["TabFunction"][];
                appearance?: components["schemas"]["TabFunction"][];
                notifications?: components["schemas"]["TabFunction"][];
                links?: components["schemas"]["TabFunction"][];
                qr?: components["schemas"]["TabFunction"][];
                stats?: components["schemas"]["TabFunction"][];
                vault?: components["schemas"]["TabFunction"][];
                broadcasts?: components["schemas"]["TabFunction"][];
                keys?: components["schemas"]["TabFunction"][];
                team?: components["schemas"]["TabFunction"][];
                integrations?: components["schemas"]["TabFunction"][];
            };
            /**
             * Format: int64
             * @description End in Unix seconds; null for a key without an end.
             */
            expires_at: number | null;
            /** @description Currency of all sums (ISO 4217): the currency of the owner's first account. */
            currency: string;
            /**
             * @description Opaque name of the owner, the same for all keys of the owner and unique. It changes when the operator changes
             *     the secret key of the service.
             */
            workspace: string;
        };
        /**
         * @description The operator of conditions that compare with one value.
         * @enum {string}
         */
        EqOperator: "eq";
        /**
         * @description Error codes. The word is stable; the status follows from it.
         * @enum {string}
         */
        ErrorCode: "invalid_scope" | "invalid_request" | "copy_same_domain" | "canvas_color_invalid" | "landing_ui_invalid" | "invalid_slug" | "slug_reserved" | "invalid_policy" | "invalid_platform" | "invalid_pixel_id" | "token_required" | "unauthorized" | "scope_escalation" | "beyond_own_rights" | "insufficient_scope" | "insufficient_rights" | "domain_cap_reached" | "file_quota_reached" | "domain_not_found" | "segment_unknown" | "segment_not_found" | "link_not_found" | "smart_link_not_found" | "qr_not_found" | "preset_not_found" | "button_not_found" | "key_not_found" | "broadcast_not_found" | "version_not_found" | "member_not_found" | "session_not_found" | "webhook_not_found" | "delivery_not_found" | "destination_not_found" | "segment_default_required" | "segment_not_empty" | "slug_taken" | "domain_taken" | "hostname_quarantined" | "hostname_unproven" | "notification_empty" | "preset_name_taken" | "preset_incomplete" | "engine_not_connected" | "link_foreign" | "broadcast_gate_closed" | "invalid_transition" | "idempotency_conflict" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "invalid_file" | "rate_limited" | "engine_error" | "unavailable";
        /**
         * @description Effect of an event on the statistics.
         * @enum {string}
         */
        EventEffect: "purchase" | "adjustment" | "other_currency" | "no_money" | "outside_window" | "pre_anchor" | "unattributed" | "other_domain";
        /**
         * @description The operator of conditions on presence.
         * @enum {string}
         */
        ExistsOperator: "exists";
        /** @description An arm of an experiment. */
        ExperimentArm: {
            /** @description Name. */
            id: string;
            /**
             * Format: int32
             * @description Weight among all arms.
             */
            weight: number;
            /**
             * Format: int64
             * @description Counted visits; visits of one visitor within half an hour count once.
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
             * @description Net revenue, less refunds.
             */
            revenue_cents: number;
            /**
             * Format: double
             * @description Share of visitors who reached the goal, 0 to 1.
             */
            rate: number;
            /** @description Lower and upper bound of the true rate, with a confidence of 95 % (Wilson). */
            interval: number[];
            /**
             * Format: double
             * @description Probability that no other arm is better, 0 to 1 (beta-binomial, 20,000 draws); null before there were enough visitors.
             */
            probability_best?: number | null;
        };
        /**
         * @description Goal of an experiment.
         * @enum {string}
         */
        ExperimentGoal: "subs" | "clicks";
        /** @description The experiments of a live page. */
        ExperimentList: {
            /** @description Experiments in the order of their segments. */
            items: components["schemas"]["ExperimentResult"][];
        };
        /** @description An experiment. */
        ExperimentResult: {
            /** @description Segment of the experiment. */
            segment_id: string;
            /** @description Key of the experiment; another key is another experiment. */
            key: string;
            /** @description Whether every arm with a weight has had 100 visitors. */
            enough: boolean;
            /** @description Arms of the experiment. */
            arms: components["schemas"]["ExperimentArm"][];
        };
        /** @description An event and its effect on the statistics. */
        ExplainedEvent: {
            /** @description Id of the event at the engine. */
            event_id: string;
            /**
             * Format: date-time
             * @description Time of the change.
             */
            occurred_at: string;
            /** @description Effect. */
            effect: components["schemas"]["EventEffect"];
            /**
             * Format: int64
             * @description Net amount in cents; null if no money moved.
             */
            net_cents?: number | null;
            /** @description Currency of the amount, if it differs from the currency of the sums; such money is not part of them. */
            currency?: string;
            attribution?: components["schemas"]["Attribution"] | null;
        };
        /** @description Data of an owner. A part that was not requested is left out. */
        ExportDocument: {
            /**
             * Format: int32
             * @description Version of the format, 1.
             */
            version: number;
            /**
             * Format: date-time
             * @description Time of the export.
             */
            exported_at: string;
            /** @description Parts that were not exported, because the key may not see them. Only if no parts were requested. */
            left_out?: components["schemas"]["ExportPart"][];
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
        /**
         * @description Part of an export.
         * @enum {string}
         */
        ExportPart: "domains" | "smartlinks" | "qr" | "library" | "members";
        /** @description Explanation of a fan's statistics on a domain. */
        FanExplained: {
            /** @description The domain. */
            domain: string;
            /** @description Actor of the change. */
            fan_id: string;
            /** @description Latest name of the fan; empty if unknown. */
            fan_username: string;
            /** @description Two-letter country code; empty if unknown. */
            country: string;
            /** @description Attribution rule in words. */
            model: string;
            anchor?: components["schemas"]["Anchor"] | null;
            /** @description All events of the fan, oldest first. */
            events: components["schemas"]["ExplainedEvent"][];
        };
        /**
         * @description Spending tier of a fan.
         * @enum {string}
         */
        FanTier: "whale" | "spender" | "free" | "trial";
        /**
         * @description Type of an error of an input.
         * @enum {string}
         */
        FaultType: "missing" | "extra_forbidden" | "string_type" | "int_type" | "number_type" | "bool_type" | "list_type" | "object_type" | "null_type" | "too_short" | "too_long" | "greater_than_equal" | "less_than_equal" | "enum" | "pattern" | "duplicate" | "json_invalid" | "nul_character" | "url_invalid" | "country_invalid" | "language_invalid" | "unknown_tab" | "unknown_function" | "unknown_field" | "unknown_op" | "too_deep" | "too_many" | "too_many_faults" | "low_contrast" | "value_error";
        /**
         * @description Font.
         * @enum {string}
         */
        Font: "Inter" | "Roboto" | "Open Sans" | "Lato" | "Montserrat" | "Poppins" | "Raleway" | "Nunito" | "Oswald" | "Playfair Display" | "Bebas Neue" | "Pacifico";
        /** @description A link that fills a slot of a domain. */
        FunnelLink: {
            /**
             * Format: int64
             * @description Number of the link.
             */
            id: number;
            /** @description Offer. */
            offer: components["schemas"]["Offer"];
            /** @description Kind at the platform. */
            kind: components["schemas"]["FunnelLinkKind"];
            /** @description The country of a trial; null for the paid link. */
            country?: string | null;
            /** @description Id at the platform. */
            provider_id: string;
            /** @description Name at the platform. */
            name: string;
            /** @description Address at the platform. */
            url: string;
            /**
             * Format: int32
             * @description Length of a trial in days.
             */
            trial_days?: number | null;
            /** @description Whether the link is on. */
            active: boolean;
            /**
             * Format: int64
             * @description Time in Unix seconds.
             */
            created_at: number;
        };
        /**
         * @description Kind of a funnel link at the platform.
         * @enum {string}
         */
        FunnelLinkKind: "tracking_link" | "free_trial";
        /** @description Statistics. */
        FunnelStats: {
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
             * @description Net revenue, less refunds.
             */
            revenue_cents: number;
        };
        /**
         * @description Age check of the 18+ gate.
         * @enum {string}
         */
        GateMode: "confirm" | "birthdate";
        /**
         * @description Switch of the gate for broadcasts.
         * @enum {string}
         */
        GateSwitch: "server" | "owner";
        /** @description 18+ gate. */
        GateUi: {
            /** @description Whether the gate is shown. */
            enabled?: boolean | null;
            mode?: components["schemas"]["GateMode"] | null;
            /** @description Whether the page behind the gate is visible but blurred. */
            blur?: boolean | null;
        };
        /** @description Arms for some countries. */
        GeoRule: {
            /** @description Two-letter country codes. */
            countries: components["schemas"]["CountryCode"][];
            /** @description Arms for these countries. */
            arms: components["schemas"]["Arms"];
        };
        /**
         * @description Comparison of a host with a list of hosts; `suffix` also matches subdomains, `eq` takes exactly one.
         * @enum {string}
         */
        HostOperator: "in" | "not_in" | "eq" | "suffix";
        /**
         * @description Action on a row.
         * @enum {string}
         */
        ImportAction: "created" | "replaced" | "skipped" | "failed";
        /**
         * @description Handling of a row whose name exists with other content. A row that changes nothing is always skipped.
         * @enum {string}
         */
        ImportConflict: "skip" | "replace" | "fail";
        /** @description Cause of the failure of a row. */
        ImportFault: {
            /** @description Error code of the operation that creates such an item. */
            code: components["schemas"]["ErrorCode"];
            /** @description Message for people; for an invalid value it begins with the path in the row. */
            message: string;
        };
        /** @description Result of an import. */
        ImportReport: {
            /** @description Whether this was a dry run, which changes nothing. */
            dry_run: boolean;
            /** @description Number of created rows. */
            created: number;
            /** @description Number of replaced rows. */
            replaced: number;
            /** @description Number of skipped rows. */
            skipped: number;
            /** @description Number of failed rows. */
            failed: number;
            /** @description Number of links that are no web address, such as `javascript:`; only of bookmarks. They have no result. */
            passed_over?: number;
            /** @description Result of each row, in the order of the document. */
            results: components["schemas"]["ImportResult"][];
        };
        /** @description A document to import. */
        ImportRequest: {
            /** @description Document of an export, or a part of it. */
            document: components["schemas"]["ImportedDocument"];
            /** @description Whether to report the result of each row without changing anything. */
            dry_run?: boolean;
            /** @description Handling of a row whose name exists with other content. */
            on_conflict?: components["schemas"]["ImportConflict"];
        };
        /** @description Result of a row. */
        ImportResult: {
            /** @description Path of the row, such as `domains.0`. */
            path: string;
            /** @description Line of the row in the file, from 1, as a text editor counts; only of links. */
            line?: number;
            /** @description Natural name of the row; null if it can't be read. */
            name?: string | null;
            /** @description Action. */
            action: components["schemas"]["ImportAction"];
            /** @description Cause of a failure. */
            fault?: components["schemas"]["ImportFault"];
        };
        /** @description The rows of a document. Errors of a row are reported in its result. */
        ImportedDocument: {
            /**
             * Format: int32
             * @description Version of the format, 1.
             */
            version: number;
            /** @description Time of the export; ignored. */
            exported_at?: string | null;
            /** @description Parts that the export left out; ignored. */
            left_out?: string[];
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
        /**
         * @description App with a built-in browser; `unknown` is another app, and `none` is no app.
         * @enum {string}
         */
        InApp: "instagram" | "tiktok" | "facebook" | "snapchat" | "x" | "telegram" | "reddit" | "threads" | "linkedin" | "pinterest" | "wechat" | "line" | "whatsapp" | "viber" | "discord" | "unknown" | "none";
        /** @description The app whose built-in browser shows the page. */
        InAppCondition: {
            /** @description Field. */
            field: components["schemas"]["InAppField"];
            /** @description Comparison. */
            op: components["schemas"]["SetOperator"];
            /** @description Apps; `any` for a browser inside of any app. */
            values: components["schemas"]["InAppTest"][];
        };
        /**
         * @description The app whose built-in browser shows the page.
         * @enum {string}
         */
        InAppField: "in_app";
        /**
         * @description Help for visitors inside apps: none, a hint, or opening the browser at once where that is possible.
         * @enum {string}
         */
        InAppMode: "off" | "hint" | "auto";
        /**
         * @description App with a built-in browser, or `any` of them.
         * @enum {string}
         */
        InAppTest: "any" | "instagram" | "tiktok" | "facebook" | "snapchat" | "x" | "telegram" | "reddit" | "threads" | "linkedin" | "pinterest" | "wechat" | "line" | "whatsapp" | "viber" | "discord" | "unknown" | "none";
        /** @description Help for visitors inside Instagram, TikTok and Facebook to open the page in their browser. */
        InAppUi: {
            mode?: components["schemas"]["InAppMode"] | null;
        };
        /** @description `data` of `key.created`. */
        KeyCreatedData: {
            /**
             * Format: int64
             * @description The number of the key.
             */
            key_id: number;
        };
        /** @description A key was created, also by a rotation. */
        KeyCreatedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "key.created";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            data: components["schemas"]["KeyCreatedData"];
        };
        /** @description The currently valid keys, oldest first. */
        KeyList: {
            /** @description The keys. */
            items: components["schemas"]["KeyListItem"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description A key in the list. */
        KeyListItem: {
            /** @description Middle part of the token. */
            prefix: string;
            /** @description Name. */
            name: string;
            /** @description Scopes. */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: int64
             * @description Time of the last use in Unix seconds, exact to about a minute; null for never.
             */
            last_used_at: number | null;
        };
        /**
         * @description A new key. A field that is left out takes the value of the calling key.
         * @example {
         *       "name": "dashboard",
         *       "scopes": [
         *         "read"
         *       ]
         *     }
         */
        KeyMint: {
            /** @description Name of the key. */
            name: string;
            /** @description Scopes; both when left out. */
            scopes?: components["schemas"]["Scope"][] | null;
            /** @description Tabs that the key is restricted to. */
            tabs?: components["schemas"]["Tab"][] | null;
            /** @description Functions that the key is restricted to, by tab. */
            caps?: {
                landings?: components["schemas"]["TabFunction"][];
                appearance?: components["schemas"]["TabFunction"][];
                notifications?: components["schemas"]["TabFunction"][];
                links?: components["schemas"]["TabFunction"][];
                qr?: components["schemas"]["TabFunction"][];
                stats?: components["schemas"]["TabFunction"][];
                vault?: components["schemas"]["TabFunction"][];
                broadcasts?: components["schemas"]["TabFunction"][];
                keys?: components["schemas"]["TabFunction"][];
                team?: components["schemas"]["TabFunction"][];
                integrations?: components["schemas"]["TabFunction"][];
            } | null;
            /**
             * Format: int64
             * @description End in Unix seconds.
             */
            expires_at?: number | null;
            /**
             * Format: int64
             * @description Member whom the key belongs to; only keys of the owner may set it.
             */
            member_id?: number | null;
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
             * @description Time of the event.
             */
            timestamp: string;
            data: components["schemas"]["KeyRevokedData"];
        };
        /**
         * @description Rotation of a key.
         * @example {
         *       "overlap_seconds": 3600
         *     }
         */
        KeyRotate: {
            /**
             * Format: int64
             * @description Seconds for which the old token stays valid, at most a week and never past its end; 0 by default.
             */
            overlap_seconds?: number | null;
        };
        /**
         * @description Alignment of labels.
         * @enum {string}
         */
        LabelAlign: "left" | "center" | "right";
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
             * @description Version whose content a rollback restored.
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
             * @description Time of the event.
             */
            timestamp: string;
            data: components["schemas"]["LandingPublishedData"];
        };
        /**
         * @description Settings by section. A section replaces the stored one as a whole; null resets it to the stock look.
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
            buttons?: components["schemas"]["ButtonsUi"] | null;
            profile?: components["schemas"]["ProfileUi"] | null;
            gate?: components["schemas"]["GateUi"] | null;
            share?: components["schemas"]["ShareUi"] | null;
            in_app?: components["schemas"]["InAppUi"] | null;
            utm?: components["schemas"]["UtmUi"] | null;
        };
        /**
         * @description The languages of the browser.
         * @enum {string}
         */
        LangField: "lang";
        /** @description A language that the browser asks for. `pt` also matches `pt-BR`. */
        LanguageCondition: {
            /** @description Field. */
            field: components["schemas"]["LangField"];
            /** @description Comparison. */
            op: components["schemas"]["SetOperator"];
            /** @description Language codes such as `de` or `pt-BR`. */
            values: string[];
        };
        /** @description Result of one condition. */
        LeafReason: {
            /** @description Path of the condition in `match`, such as `all.0.not`. */
            path: string;
            /** @description Field that the condition reads. */
            field: string;
            /** @description Text. */
            result: components["schemas"]["Truth"];
        };
        /**
         * @description Change of a link.
         * @enum {string}
         */
        LinkChange: "created" | "updated" | "deleted";
        /** @description `data` of `link.changed`. */
        LinkChangedData: {
            /** @description Kind of the link. */
            kind: components["schemas"]["ChangedLinkKind"];
            /**
             * Format: int64
             * @description Number of the link, unique within its kind.
             */
            id: number;
            /** @description The domain of the link, if it has one. */
            domain: string | null;
            /** @description Change. */
            change: components["schemas"]["LinkChange"];
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
             * @description Time of the event.
             */
            timestamp: string;
            data: components["schemas"]["LinkChangedData"];
        };
        /** @description Conversions of a link. */
        LinkConversions: {
            /**
             * Format: int64
             * @description Number of messages.
             */
            count: number;
            /**
             * Format: int64
             * @description Net revenue of the conversions in cents.
             */
            revenue_net_cents: number;
        };
        /** @description A paying fan of a link. */
        LinkSpender: {
            /** @description Id of the fan on the platform. */
            fan_id: string;
            /** @description Latest name of the fan; empty if unknown. */
            fan_username: string;
            /**
             * Format: int64
             * @description Net revenue from the fan through the link, less refunds.
             */
            total_net_cents: number;
            /**
             * Format: int64
             * @description Number of purchases.
             */
            purchases: number;
            /**
             * Format: date-time
             * @description Time of the first purchase, RFC 3339.
             */
            first_at: string;
            /**
             * Format: date-time
             * @description Time of the last purchase, RFC 3339.
             */
            last_at: string;
            /** @description Two-letter country code; empty if unknown. */
            country: string;
        };
        /** @description The paying fans of a link. */
        LinkSpenders: {
            /** @description The link. */
            link: components["schemas"]["SpentLink"];
            /** @description Totals over all fans of the link, whatever page is shown. */
            our_totals: components["schemas"]["LinkTotals"];
            /** @description Currency of all sums (ISO 4217): the currency of the owner's first account. */
            currency: string;
            /** @description Money in other currencies, in minor units; not part of any sum. */
            other_currencies: {
                [key: string]: number;
            };
            /** @description Counters of the platform at the last pull; 0 before the first. */
            platformapi: components["schemas"]["PlatformCounters"];
            /** @description Fans by revenue, descending, then by id. */
            spenders: components["schemas"]["LinkSpender"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor?: string | null;
        };
        /**
         * @description Switch of a funnel link.
         * @example {
         *       "active": false
         *     }
         */
        LinkToggle: {
            /** @description On or off. */
            active: boolean;
        };
        /** @description Totals over the fans of a link. */
        LinkTotals: {
            /**
             * Format: int64
             * @description Net revenue of the link, less refunds.
             */
            revenue_cents: number;
            /**
             * Format: int64
             * @description Number of paying fans.
             */
            spenders: number;
            /**
             * Format: int64
             * @description Number of fans who came through the link, buyers or not.
             */
            fans: number;
        };
        /**
         * @description Type of media.
         * @enum {string}
         */
        MediaType: "photo" | "gif" | "video" | "audio";
        /** @description A member. */
        Member: {
            /**
             * Format: int64
             * @description Number of the member.
             */
            id: number;
            /** @description Name of the member. */
            name: string;
            /** @description E-mail address. */
            email: string;
            /** @description Tabs that the rights are restricted to; null for no restriction. */
            tabs: components["schemas"]["Tab"][] | null;
            /** @description Functions that the rights are restricted to, by tab; null for no restriction. */
            caps: {
                landings?: components["schemas"]["TabFunction"][];
                appearance?: components["schemas"]["TabFunction"][];
                notifications?: components["schemas"]["TabFunction"][];
                links?: components["schemas"]["TabFunction"][];
                qr?: components["schemas"]["TabFunction"][];
                stats?: components["schemas"]["TabFunction"][];
                vault?: components["schemas"]["TabFunction"][];
                broadcasts?: components["schemas"]["TabFunction"][];
                keys?: components["schemas"]["TabFunction"][];
                team?: components["schemas"]["TabFunction"][];
                integrations?: components["schemas"]["TabFunction"][];
            } | null;
            /**
             * Format: int64
             * @description Creation time in Unix seconds.
             */
            created_at: number;
        };
        /**
         * @description A new member. Without `tabs` and `caps`, the member has all rights of the owner.
         * @example {
         *       "email": "ada@example.com",
         *       "name": "Ada",
         *       "tabs": [
         *         "landings"
         *       ]
         *     }
         */
        MemberCreate: {
            /** @description Name of the member. */
            name: string;
            /** @description E-mail address. */
            email: string;
            /** @description Tabs that the member is restricted to. */
            tabs?: components["schemas"]["Tab"][] | null;
            /** @description Functions that the member is restricted to, by tab. */
            caps?: {
                landings?: components["schemas"]["TabFunction"][];
                appearance?: components["schemas"]["TabFunction"][];
                notifications?: components["schemas"]["TabFunction"][];
                links?: components["schemas"]["TabFunction"][];
                qr?: components["schemas"]["TabFunction"][];
                stats?: components["schemas"]["TabFunction"][];
                vault?: components["schemas"]["TabFunction"][];
                broadcasts?: components["schemas"]["TabFunction"][];
                keys?: components["schemas"]["TabFunction"][];
                team?: components["schemas"]["TabFunction"][];
                integrations?: components["schemas"]["TabFunction"][];
            } | null;
        };
        /** @description The members, oldest first. */
        MemberList: {
            /** @description The members. */
            items: components["schemas"]["Member"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description A partial change of a member. Only given fields change; null removes a restriction. */
        MemberUpdate: {
            /** @description New name. */
            name?: string;
            /** @description New e-mail address. */
            email?: string;
            /** @description New tabs, or null for no restriction. */
            tabs?: components["schemas"]["Tab"][] | null;
            /** @description New functions by tab, or null for no restriction. */
            caps?: {
                landings?: components["schemas"]["TabFunction"][];
                appearance?: components["schemas"]["TabFunction"][];
                notifications?: components["schemas"]["TabFunction"][];
                links?: components["schemas"]["TabFunction"][];
                qr?: components["schemas"]["TabFunction"][];
                stats?: components["schemas"]["TabFunction"][];
                vault?: components["schemas"]["TabFunction"][];
                broadcasts?: components["schemas"]["TabFunction"][];
                keys?: components["schemas"]["TabFunction"][];
                team?: components["schemas"]["TabFunction"][];
                integrations?: components["schemas"]["TabFunction"][];
            } | null;
        };
        /** @description A new key with its token. */
        MintedKey: {
            /**
             * Format: int64
             * @description Number of the key.
             */
            id: number;
            /** @description Name. */
            name: string;
            /** @description Middle part of the token. */
            prefix: string;
            /**
             * Format: password
             * @description Token, shown once; absent in a repeated response.
             */
            token?: string | null;
            /** @description Scopes. */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: int64
             * @description Creation time in Unix seconds.
             */
            created_at: number;
            /** @description Tabs that the key is restricted to. */
            tabs?: components["schemas"]["Tab"][] | null;
            /** @description Functions that the key is restricted to, by tab. */
            caps?: {
                landings?: components["schemas"]["TabFunction"][];
                appearance?: components["schemas"]["TabFunction"][];
                notifications?: components["schemas"]["TabFunction"][];
                links?: components["schemas"]["TabFunction"][];
                qr?: components["schemas"]["TabFunction"][];
                stats?: components["schemas"]["TabFunction"][];
                vault?: components["schemas"]["TabFunction"][];
                broadcasts?: components["schemas"]["TabFunction"][];
                keys?: components["schemas"]["TabFunction"][];
                team?: components["schemas"]["TabFunction"][];
                integrations?: components["schemas"]["TabFunction"][];
            } | null;
            /**
             * Format: int64
             * @description End in Unix seconds.
             */
            expires_at?: number | null;
            /**
             * Format: int64
             * @description Member whom the key belongs to.
             */
            member_id?: number | null;
        };
        /** @description Body of an operation without fields; may be left out. */
        NoFields: Record<string, unknown>;
        /** @description The negation of a condition. */
        NotGroup: {
            /** @description Condition that must not match. */
            not: components["schemas"]["Condition"];
        };
        /**
         * @description Offer of a funnel link: paid, or a free trial.
         * @enum {string}
         */
        Offer: "ftl" | "paid";
        /**
         * @description Operating system.
         * @enum {string}
         */
        Os: "ios" | "android" | "windows" | "macos" | "linux" | "chromeos";
        /** @description The operating system. */
        OsCondition: {
            /** @description Field. */
            field: components["schemas"]["OsField"];
            /** @description Comparison. */
            op: components["schemas"]["SetOperator"];
            /** @description Operating systems. */
            values: components["schemas"]["Os"][];
        };
        /**
         * @description The operating system.
         * @enum {string}
         */
        OsField: "os";
        /** @description The statistics of all domains together. */
        Overview: {
            /**
             * Format: int64
             * @description First second of the first day, in Unix seconds.
             */
            from_ts: number;
            /**
             * Format: int64
             * @description Last second of the last day, in Unix seconds.
             */
            to_ts: number;
            /** @description Currency of all sums (ISO 4217): the currency of the owner's first account. */
            currency: string;
            /** @description Money of the window in other currencies, in minor units; not part of any sum. */
            other_currencies: {
                [key: string]: number;
            };
            /** @description Totals over all days. */
            totals: components["schemas"]["OverviewStats"];
            /** @description Totals over the same number of days before. */
            previous: components["schemas"]["OverviewStats"];
            /** @description Statistics of each day or domain with any activity, in order. */
            items: components["schemas"]["OverviewItem"][];
        };
        /** @description Statistics of a day or a domain. */
        OverviewItem: components["schemas"]["OverviewStats"] & {
            /**
             * Format: date
             * @description `YYYY-MM-DD`, with `by=day`.
             */
            day?: string;
            /** @description The domain, with `by=domain`. */
            domain?: string;
        };
        /**
         * @description Split of an overview.
         * @enum {string}
         */
        OverviewSplit: "day" | "domain";
        /** @description Statistics. */
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
             * @description Number of distinct fans who bought.
             */
            spenders: number;
            /**
             * Format: int64
             * @description Net revenue, less refunds.
             */
            revenue_cents: number;
        };
        /** @description The design after a change, without the document. */
        PageDesign: {
            /** @description Design. */
            kind: components["schemas"]["DesignKind"];
            /** @description Length of the document in bytes; 0 without one. */
            html_bytes: number;
        };
        /**
         * @description Design that draws the page.
         * @example {
         *       "kind": "builtin"
         *     }
         */
        PageDesignChange: {
            /** @description `builtin`, or `custom_html` with the owner's document. */
            kind: components["schemas"]["DesignKind"];
            /** @description HTML document of at most 512 KiB; for `custom_html` only. */
            html?: string | null;
        };
        /**
         * @description Countries that get the paid link.
         * @enum {string}
         */
        PaidCountries: "rest" | "none";
        /** @description A parameter of the page's address. */
        ParameterCondition: {
            /** @description `query.<name>`, or `utm.<name>` for `utm_<name>`. */
            field: `utm.${string}` | `query.${string}`;
            /** @description Comparison. */
            op: components["schemas"]["SetOperator"];
            /** @description Values of the parameter. */
            values: string[];
        };
        /** @description Whether the page's address has a parameter. */
        ParameterExistsCondition: {
            /** @description `query.<name>`, or `utm.<name>` for `utm_<name>`. */
            field: `utm.${string}` | `query.${string}`;
            /** @description Comparison. */
            op: components["schemas"]["ExistsOperator"];
            /** @description `[true]` or `[false]`. */
            values: boolean[];
        };
        /**
         * @description Reason why a delivery gets no more attempts.
         * @enum {string}
         */
        ParkReason: "too_old" | "refused" | "exhausted" | "pixel_deleted";
        /** @description A pixel. */
        Pixel: {
            /** @description Platform. */
            platform: components["schemas"]["Platform"];
            /** @description Id of the pixel at the platform. */
            pixel_id: string;
            /** @description Event map, as sent; empty for none. */
            event_map_json: string;
            /** @description Whether events are forwarded. */
            active: boolean;
            /** @description Whether events carry the user agent of the visitor's click. */
            send_user_agent: boolean;
            /** @description Whether a token is stored. */
            has_token: boolean;
            /**
             * Format: int64
             * @description Time in Unix seconds.
             */
            updated_at: number;
            /** @description Last rejection by the platform; null for none. */
            last_error?: string | null;
        };
        /** @description Delivery of one conversion to one pixel. */
        PixelDelivery: {
            /**
             * Format: int64
             * @description Number of the delivery.
             */
            id: number;
            /** @description Id of the conversion at the platform, the same at every attempt and for every report of one transaction. */
            event_id: string;
            /** @description Name of the event at the platform. */
            event_name: string;
            /**
             * Format: date-time
             * @description Time of the conversion.
             */
            event_time: string;
            action_source?: components["schemas"]["ActionSource"] | null;
            action_source_reason?: components["schemas"]["ActionSourceReason"] | null;
            /** @description SHA-256 hashes of the fan's identifiers, by the platform's names; empty once they are deleted. */
            hashed: {
                [key: string]: string[];
            };
            /** @description State. */
            state: components["schemas"]["PixelDeliveryState"];
            reason?: components["schemas"]["ParkReason"] | null;
            /**
             * Format: int32
             * @description Number of attempts.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description Time of the next attempt, while pending.
             */
            next_attempt_at?: string | null;
            last_answer?: components["schemas"]["PlatformAnswer"] | null;
            /**
             * Format: int64
             * @description Time at which the service received the conversion, in Unix seconds.
             */
            created_at: number;
            /**
             * Format: date-time
             * @deprecated
             * @description Time at which the service received the conversion, in RFC 3339.
             *
             *     Deprecated since 27 Nov 2026, and may be gone from 01 Jun 2027: use `created_at`.
             */
            created_at_iso: string;
            /** @description Whether the event is a test of the pixel. */
            test: boolean;
        };
        /**
         * @description State of a delivery to a pixel.
         * @enum {string}
         */
        PixelDeliveryState: "pending" | "delivered" | "waiting_token" | "parked";
        /** @description `data` of `pixel.failing`. */
        PixelFailingData: {
            /** @description The id of the pixel's funnel link at the engine. */
            provider_id: string;
            /** @description Platform. */
            platform: components["schemas"]["Platform"];
        };
        /** @description An ad platform rejects the token of a pixel. */
        PixelFailingEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pixel.failing";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            data: components["schemas"]["PixelFailingData"];
        };
        /** @description The pixels of a link, at most one a platform. */
        PixelList: {
            /** @description The pixels. */
            items: components["schemas"]["Pixel"][];
        };
        /**
         * @description Reason why a platform gave no answer.
         * @enum {string}
         */
        PixelNoAnswer: "timeout" | "dns" | "tls" | "refused" | "connection";
        /**
         * @description A new or changed conversion pixel.
         * @example {
         *       "active": true,
         *       "pixel_id": "1234567890",
         *       "platform": "meta"
         *     }
         */
        PixelPut: {
            /** @description Platform. */
            platform: components["schemas"]["Platform"];
            /** @description 1-64 letters, digits, underscores and hyphens. */
            pixel_id: string;
            access_token?: components["schemas"]["WriteOnly"] | null;
            /**
             * @description JSON object as text that maps conversion types to event names, merged over the defaults; an empty name disables
             *     a type.
             */
            event_map_json?: string | null;
            /** @description False pauses forwarding and keeps everything else. */
            active?: boolean | null;
            /**
             * @description True also sends the user agent of the visitor's click, which Meta requires for events of a website: clicks on
             *     your domains then keep it, at most 7 days, while such a pixel is active. False sends and keeps none, and is the
             *     default of a new pixel. Null or left out keeps the stored switch.
             */
            send_user_agent?: boolean | null;
        };
        /**
         * @description A test of a pixel.
         * @example {
         *       "test_event_code": "TEST12345"
         *     }
         */
        PixelTest: {
            /** @description Code from the platform's test page; generated if left out. */
            test_event_code?: string | null;
        };
        /** @description Result of a test. */
        PixelTested: {
            /** @description Test code of the event. */
            test_event_code: string;
            /** @description Name of the event. */
            event_name: string;
            /** @description Id of the event. */
            event_id: string;
            /** @description Answer of the platform. */
            answer: components["schemas"]["PlatformAnswer"];
        };
        /**
         * @description Plan of an owner.
         * @enum {string}
         */
        Plan: "free" | "pro" | "agency";
        /**
         * @description Usage and limits of an owner.
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
        PlanUsage: {
            /** @description Plan. */
            plan: components["schemas"]["Plan"];
            /** @description Domains; above the limit, a registration is `domain_cap_reached`. */
            domains: components["schemas"]["UsedOfLimit"];
            /** @description Uploaded files, all time; above the limit, an upload is `file_quota_reached`. */
            files: components["schemas"]["UsedOfLimit"];
            /** @description Bytes of all uploaded files together. */
            file_bytes: components["schemas"]["UsedOfLimit"];
        };
        /**
         * @description Ad platform.
         * @enum {string}
         */
        Platform: "meta" | "tiktok";
        /** @description Answer of a platform. */
        PlatformAnswer: {
            /** @description Meaning of the answer. */
            verdict: components["schemas"]["DeliveryVerdict"];
            /**
             * Format: int32
             * @description HTTP status; null without a response.
             */
            status?: number | null;
            error?: components["schemas"]["PixelNoAnswer"] | null;
            /**
             * Format: int64
             * @description The platform's own code.
             */
            code?: number | null;
        };
        /** @description Counters of the platform for a link. */
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
             * @description Fans who bought.
             */
            spenders: number;
        };
        /**
         * @description Policy that splits the visitors of a smart link.
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
             * @description Version of the policy format.
             */
            v: number;
            /** @description Arms for visitors whose country no rule names. */
            arms: components["schemas"]["Arms"];
            /** @description Arms for visitors of some countries; a country is in one rule at most. */
            geo: components["schemas"]["GeoRule"][];
        };
        /**
         * @description Visitors to simulate.
         * @example {
         *       "country": "DE",
         *       "samples": 1000
         *     }
         */
        PolicySimulate: {
            country?: components["schemas"]["CountryCode"] | null;
            /**
             * Format: int64
             * @description Number of random visitors to assign to the arms, in addition to the exact shares.
             */
            samples?: number | null;
            /**
             * Format: int64
             * @description Time in Unix seconds; now by default.
             */
            at?: number | null;
        };
        /** @description Result for the visitors of a country. */
        PolicySimulation: {
            /** @description Country in upper case. */
            country?: string | null;
            /** @description Index of the rule that names the country. */
            geo_rule?: number | null;
            /** @description The arms. */
            arms: components["schemas"]["SimulatedArms"];
            /** @description Destination of all visitors of an expired link; left out before. */
            expired_target?: string;
        };
        /** @description A printed code. */
        PortableCode: {
            /** @description Domain; identifies the row together with `slug`. */
            domain: string;
            /** @description Path after `/qr/`; empty for the main code. */
            slug: string;
            /** @description Label of the scans; by default derived from the slug. An existing code keeps its label. */
            source?: string | null;
            /** @description Title, up to 80 characters. */
            title: string;
            /** @description Place where the code is shown, up to 40 characters. */
            channel: string;
            /** @description Slug of the smart link that scans lead to; null or left out for the landing page. */
            smart_link?: string | null;
            /** @description Design. */
            design: components["schemas"]["QrDesign"];
            /** @description Whether scans carry the label. */
            active: boolean;
        };
        /** @description A domain with its draft. */
        PortableDomain: {
            /** @description Hostname, which identifies the domain in an import. */
            hostname: string;
            /** @description Display name, 1-80 characters. */
            display_name: string;
            /** @description Name of the preset that the banner follows. */
            preset?: string | null;
            /** @description Draft: segments with their buttons, look, banner and reach, without derived data. */
            draft: Record<string, unknown>;
        };
        /** @description A member of the team. */
        PortableMember: {
            /** @description E-mail address, which identifies the member; members with the same address are matched in order. */
            email: string;
            /** @description Name, 1-80 characters. */
            name: string;
            /** @description Tabs that the rights are restricted to; null for no restriction. */
            tabs?: components["schemas"]["Tab"][] | null;
            /** @description Functions that the rights are restricted to, by tab; null for no restriction. */
            caps?: {
                landings?: components["schemas"]["TabFunction"][];
                appearance?: components["schemas"]["TabFunction"][];
                notifications?: components["schemas"]["TabFunction"][];
                links?: components["schemas"]["TabFunction"][];
                qr?: components["schemas"]["TabFunction"][];
                stats?: components["schemas"]["TabFunction"][];
                vault?: components["schemas"]["TabFunction"][];
                broadcasts?: components["schemas"]["TabFunction"][];
                keys?: components["schemas"]["TabFunction"][];
                team?: components["schemas"]["TabFunction"][];
                integrations?: components["schemas"]["TabFunction"][];
            } | null;
        };
        /** @description A preset of the library of banners. */
        PortablePreset: {
            /** @description Name, 1-80 characters, which identifies the preset. */
            name: string;
            /** @description Texts, picture and sound of the banner. */
            content: Record<string, unknown>;
        };
        /** @description A smart link. */
        PortableSmartLink: {
            /** @description Domain; identifies the row together with `slug`. */
            domain: string;
            /** @description Last part of the address, 1-32 characters of `a-z`, `0-9`, `_` and `-`. */
            slug: string;
            /** @description Name, 1-80 characters. */
            name: string;
            /** @description Policy that splits the visitors. */
            policy: components["schemas"]["Policy"];
            /** @description Whether visitors are served. */
            active: boolean;
            /**
             * Format: int64
             * @description First second at which the link is expired, in Unix seconds; null for never.
             */
            expires_at?: number | null;
            /** @description Destination after the end; null for the landing page. */
            expired_url?: string | null;
        };
        /** @description A preset of the library. */
        Preset: components["schemas"]["BannerContent"] & {
            /**
             * Format: int64
             * @description Number of the preset.
             */
            id: number;
            /** @description Number of the owner. */
            creator_id: string;
            /** @description Name. */
            name: string;
            /**
             * Format: int64
             * @description Time in Unix seconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Time in Unix seconds.
             */
            updated_at: number;
        };
        /**
         * @description Preset of a domain.
         * @example {
         *       "enabled": true,
         *       "preset_id": 1
         *     }
         */
        PresetAssignment: {
            /**
             * Format: int64
             * @description Preset; null for none.
             */
            preset_id: number | null;
            /** @description Whether the banner is shown while the preset is complete. */
            enabled: boolean;
        };
        /**
         * @description A new preset, or a partial change of a preset.
         * @example {
         *       "body": "Say hello",
         *       "link_text": "Open",
         *       "name": "Welcome",
         *       "title": "New here?"
         *     }
         */
        PresetChange: components["schemas"]["BannerContent"] & {
            /** @description Name, 1-80 characters, unique in the library. */
            name?: string | null;
        };
        /**
         * @description A domain whose banner becomes a preset.
         * @example {
         *       "domain": "links.example.com",
         *       "name": "Welcome"
         *     }
         */
        PresetFromDomain: {
            /** @description The domain. */
            domain: string;
            /** @description Name of the preset. */
            name: string;
        };
        /** @description The library, oldest first. */
        PresetList: {
            /** @description The presets. */
            items: components["schemas"]["Preset"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description An audience to preview.
         * @example {
         *       "audience": {
         *         "status": "active",
         *         "tier": "spender"
         *       }
         *     }
         */
        PreviewAsk: {
            /** @description Audience. */
            audience: components["schemas"]["BroadcastAudience"];
        };
        /** @description Content and look of the profile. */
        ProfileUi: {
            name_font?: components["schemas"]["Font"] | null;
            /**
             * Format: double
             * @description Size of the name in pixels.
             */
            name_size?: number | null;
            /** @description Line beside the name. */
            status_text?: string | null;
            /** @description Text about the person; may have several lines. */
            bio?: string | null;
            bio_font?: components["schemas"]["Font"] | null;
            /**
             * Format: double
             * @description Size of the text about the person in pixels.
             */
            bio_size?: number | null;
        };
        /**
         * @description Funnel links that a domain needs.
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
            /** @description Two-letter codes of countries with their own free trial; may be empty. */
            trial_countries: components["schemas"]["CountryCode"][];
            /** @description Countries that get the paid link. */
            paid_countries: components["schemas"]["PaidCountries"];
            /** @description Whether buttons of the default segment get the paid link too. */
            default_paid: boolean;
            /**
             * Format: int64
             * @description 1, 3, 7, 14, 30, 90, 180 or 360; required with trial countries.
             */
            trial_days?: number | null;
        };
        /** @description Result of provisioning. */
        Provisioned: {
            /** @description The domain. */
            domain: string;
            /**
             * Format: int32
             * @description Links created upstream.
             */
            created: number;
            /**
             * Format: int32
             * @description Existing upstream links found by the name of their slot.
             */
            adopted: number;
            /**
             * Format: int32
             * @description Links that were recorded already.
             */
            reused: number;
            /**
             * Format: int32
             * @description Number of buttons whose address changed.
             */
            stamped: number;
            /** @description Slots without a link and buttons without an address, each with the reason. */
            unresolved: components["schemas"]["Unresolved"][];
            /** @description The domain's links. */
            links: components["schemas"]["DomainLinks"];
        };
        /** @description Live version after a publication or rollback. */
        Publication: {
            /** @description The domain. */
            domain: string;
            /**
             * Format: int32
             * @description The live version.
             */
            version: number;
            /**
             * Format: date-time
             * @description Time of the publication, RFC 3339 in UTC.
             */
            published_at: string;
            /** @description Whether this call changed the live version. */
            changed: boolean;
        };
        /** @description A QR code with its design and its statistics. */
        QrCode: {
            /**
             * Format: int64
             * @description Number of the code.
             */
            id: number;
            /** @description The domain. */
            domain: string;
            /** @description Path after `/qr/`; empty for the main code. */
            slug: string;
            /** @description `/qr` or `/qr/<slug>`. */
            path: string;
            /** @description Title. */
            title: string;
            /** @description Place where the code is shown. */
            channel: string;
            /**
             * @description Slug of the smart link that scans lead to; null for the landing page. Without an active smart link of this slug,
             *     scans lead to the landing page.
             */
            smart_link: string | null;
            /** @description Label of the scans, `qr` or `qr-<slug>` of the first slug; never changes. */
            source: string;
            /** @description Design. */
            design: components["schemas"]["QrDesign"];
            /** @description Whether scans carry the label. */
            active: boolean;
            /**
             * Format: int64
             * @description Time in Unix seconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Time in Unix seconds.
             */
            updated_at: number;
            /** @description Statistics. */
            stats: components["schemas"]["QrStats"];
            /** @description Readability; only in responses to a creation or change. */
            scannability?: components["schemas"]["QrScannability"];
        };
        /**
         * @description A new QR code. `design` takes precedence over `preset`; without both, the code has the stock design.
         * @example {
         *       "channel": "print",
         *       "preset": "dots-rose",
         *       "slug": "flyer",
         *       "title": "Flyer, summer"
         *     }
         */
        QrCreate: {
            /** @description Path after `/qr/`, up to 32 characters of `a-z`, `0-9`, `_` and `-`; empty for the main code at `/qr`. */
            slug: string;
            /** @description Title. */
            title?: string | null;
            /** @description Place where the code is shown, in the owner's words. */
            channel?: string | null;
            /** @description Slug of a smart link of the domain that scans lead to instead of the landing page. */
            smart_link?: string | null;
            /** @description Id of a preset of the catalog. */
            preset?: string | null;
            design?: components["schemas"]["QrDesign"] | null;
        };
        /**
         * @description Design of a code.
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
            /** @description Shape of the modules. */
            module: components["schemas"]["QrModule"];
            /** @description Shape of the eye frames. */
            eye_frame: components["schemas"]["QrEyeFrame"];
            /** @description Shape of the eye dots. */
            eye_dot: components["schemas"]["QrEyeDot"];
            /** @description The colours of the foreground. */
            fg_grad: components["schemas"]["QrGradient"];
            /**
             * @description Background colour, `#rrggbb`. Its lightness (0.299 R + 0.587 G + 0.114 B, each 0 to 1) is at least 0.70, and the
             *     contrast to every foreground colour at least 4.5:1.
             */
            bg: components["schemas"]["Colour"];
            /**
             * Format: double
             * @description Radius of the card's corners, as a share of its side.
             */
            card_radius: number;
            logo?: components["schemas"]["QrLogo"] | null;
            frame?: components["schemas"]["QrFrame"] | null;
        };
        /**
         * @description Level of error correction.
         * @enum {string}
         */
        QrErrorCorrection: "Q" | "H";
        /**
         * @description Shape of the eye dots of a code.
         * @enum {string}
         */
        QrEyeDot: "square" | "rounded" | "dot" | "leaf" | "diamond";
        /**
         * @description Shape of the eye frames of a code.
         * @enum {string}
         */
        QrEyeFrame: "square" | "rounded" | "circle" | "leaf";
        /** @description A frame around a code, with a call to action below it. */
        QrFrame: {
            /** @description Call to action, on one line. */
            text: string;
            /** @description Font, which must have all characters of the text; emoji are not allowed. */
            font: components["schemas"]["Font"];
            /** @description Colour of the frame, `#rrggbb`. The text is white or nearly black, whichever contrasts more. */
            color: components["schemas"]["Colour"];
        };
        /** @description The colours of the foreground. */
        QrGradient: {
            /** @description Direction; `linear` is at 45 degrees. */
            kind: components["schemas"]["QrGradientKind"];
            /** @description Colours with their positions, rising: one for `solid`, else two to four. */
            stops: components["schemas"]["QrStop"][];
        };
        /**
         * @description Direction of a gradient.
         * @enum {string}
         */
        QrGradientKind: "solid" | "linear" | "radial";
        /** @description The codes of a domain, in the order of creation. */
        QrList: {
            /** @description The codes. */
            items: components["schemas"]["QrCode"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description A picture in the middle of a code, on the code's background. */
        QrLogo: {
            /** @description File name of a picture that the owner uploaded, for example with `PUT /qr/logo`. */
            file: string;
            /**
             * Format: double
             * @description Share of the code's width that stays free for the picture.
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
            /** @description File name for `logo.file` of a design. */
            file: string;
        };
        /**
         * @description Shape of the modules of a code.
         * @enum {string}
         */
        QrModule: "square" | "rounded" | "fluid" | "dots" | "mosaic" | "leaf" | "bars_v" | "bars_h" | "diamond";
        /**
         * @description Paper of a sheet.
         * @enum {string}
         */
        QrPaper: "a4" | "letter";
        /** @description A design of the catalog. */
        QrPreset: {
            /** @description `<family>-<palette>`; the design of an id never changes. */
            id: string;
            /** @description Display name. */
            name: string;
            /** @description The family of shapes. */
            family: string;
            /** @description The palette. */
            palette: string;
            /** @description The design. */
            design: components["schemas"]["QrDesign"];
        };
        /** @description The catalog: 10 families of shapes by 10 palettes. */
        QrPresetList: {
            /** @description The presets, in a stable order. */
            items: components["schemas"]["QrPreset"][];
        };
        /**
         * @description A code that is drawn but not stored.
         * @example {
         *       "domain": "links.example.com",
         *       "preset": "dots-rose",
         *       "slug": "flyer"
         *     }
         */
        QrPreview: {
            design?: components["schemas"]["QrDesign"] | null;
            /** @description Id of a preset. */
            preset?: string | null;
            /** @description Domain of the owner; without it, the code leads to a sample domain. */
            domain?: string | null;
            /** @description Path after `/qr/`; empty or left out for `/qr` itself. */
            slug?: string | null;
        };
        /** @description Readability of a code by cameras. */
        QrScannability: {
            /**
             * Format: double
             * @description Lowest contrast of a foreground colour against the background, 4.5 to 21, rounded down to hundredths.
             */
            contrast_min: number;
            /** @description Level of error correction: `Q`, or `H` with a logo. */
            ecl: components["schemas"]["QrErrorCorrection"];
            /**
             * Format: int32
             * @description Quiet zone in modules.
             */
            quiet_zone: number;
            /** @description Risks for readers. */
            warnings: components["schemas"]["QrWarning"][];
        };
        /** @description All-time statistics of a code. */
        QrStats: {
            /**
             * Format: int64
             * @description Scans without those of bots.
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
            /** @description Money in other currencies since the code was created, in minor units. `revenue_cents` excludes it. */
            other_currencies: {
                [key: string]: number;
            };
        };
        /** @description A colour at a position of a gradient, as `[position 0-1, "#rrggbb"]`. */
        QrStop: [
            number,
            string
        ];
        /**
         * @description A partial change of a QR code. Only given fields change, and the change is live at once.
         * @example {
         *       "active": true,
         *       "slug": "poster"
         *     }
         */
        QrUpdate: {
            /** @description New path. The label and the statistics stay; the printed address still redirects, without the label. */
            slug?: string;
            /** @description New title. */
            title?: string;
            /** @description New channel. */
            channel?: string;
            /** @description Slug of a smart link of the domain that scans lead to, or null for the landing page. The printed address stays. */
            smart_link?: string | null;
            /** @description Id of a preset, whose design replaces the stored one. */
            preset?: string;
            /** @description Full design, which replaces the stored one and takes precedence over `preset`. */
            design?: components["schemas"]["QrDesign"];
            /** @description False: scans redirect without the label and are not counted. */
            active?: boolean;
        };
        /**
         * @description Risk for readers of a code.
         * @enum {string}
         */
        QrWarning: "eye_frame_not_read_by_all" | "eye_dot_weak" | "background_dark" | "contrast_below_7" | "code_small_on_card";
        /** @description Number of queued retries. */
        Redriven: {
            /**
             * Format: int64
             * @description Number of parked deliveries that are retried; expired ones are left out.
             */
            redriven: number;
        };
        /** @description The host of the page that the visitor came from. */
        ReferrerCondition: {
            /** @description Field. */
            field: components["schemas"]["ReferrerField"];
            /** @description Comparison. */
            op: components["schemas"]["HostOperator"];
            /** @description Hosts such as `instagram.com`. */
            values: string[];
        };
        /** @description Whether the visitor came from another page. */
        ReferrerExistsCondition: {
            /** @description Field. */
            field: components["schemas"]["ReferrerField"];
            /** @description Comparison. */
            op: components["schemas"]["ExistsOperator"];
            /** @description `[true]` or `[false]`. */
            values: boolean[];
        };
        /**
         * @description The host of the page that the visitor came from.
         * @enum {string}
         */
        ReferrerField: "referrer_host";
        /**
         * @description Answer to a content request.
         * @enum {string}
         */
        RequestAction: "start" | "fulfill" | "decline";
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
             * @description Time of the event.
             */
            timestamp: string;
            data: components["schemas"]["RequestCreatedData"];
        };
        /** @description Content requests, newest first. */
        RequestList: {
            /** @description The requests. */
            items: components["schemas"]["ContentRequest"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor?: string | null;
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
            /** @description Action. */
            action: components["schemas"]["RequestAction"];
            /** @description Media for the fan, 1 to 100; required by `fulfill`, ignored otherwise. */
            media_ids?: string[] | null;
            /** @description Reason, up to 1,000 characters; required by `decline`, ignored otherwise. */
            reason?: string | null;
        };
        /**
         * @description State of a content request.
         * @enum {string}
         */
        RequestState: "new" | "in_progress" | "fulfilled" | "declined";
        /** @description Whether the visitor was here before. */
        ReturningCondition: {
            /** @description Field. */
            field: components["schemas"]["ReturningField"];
            /** @description Comparison. */
            op: components["schemas"]["EqOperator"];
            /** @description `[true]` or `[false]`. */
            values: boolean[];
        };
        /**
         * @description Whether the visitor was here before.
         * @enum {string}
         */
        ReturningField: "returning";
        /**
         * @description Version to roll back to.
         * @example {
         *       "version": 1
         *     }
         */
        Rollback: {
            /**
             * Format: int32
             * @description Number of the version.
             */
            version: number;
            /**
             * @description Whether the draft stays as it is. By default the content of the version replaces it, and unpublished changes
             *     are lost.
             */
            keep_draft?: boolean;
        };
        /**
         * @description Scope of a key.
         * @enum {string}
         */
        Scope: "read" | "write";
        /**
         * @description Reason why a fan is excluded.
         * @enum {string}
         */
        ScreeningReason: "opted_out" | "blocked" | "excluded" | "cooldown" | "already_sent" | "duplicate_text" | "replied";
        /** @description A segment of visitors. */
        Segment: {
            /** @description `seg_` and 26 characters. */
            segment_id: string;
            /** @description The domain. */
            domain: string;
            /** @description Name. */
            name: string;
            /** @description Two-letter country codes in upper case; an empty list is any country. */
            countries: components["schemas"]["CountryCode"][];
            /** @description Position among the segments, from 0. */
            position: number;
            /** @description Whether the segment is the catch-all; each domain has exactly one. */
            is_default: boolean;
            match?: components["schemas"]["Conditions"] | null;
            ab?: components["schemas"]["SplitTest"] | null;
            /** @description Language of the page; empty for none. */
            lang: string;
            /**
             * Format: int64
             * @description First second at which the segment is tried, in Unix seconds; left out for none.
             */
            from_ts?: number;
            /**
             * Format: int64
             * @description First second at which the segment is no longer tried, in Unix seconds; left out for none.
             */
            until_ts?: number;
        };
        /**
         * @description A new segment.
         * @example {
         *       "countries": [
         *         "DE"
         *       ],
         *       "name": "Germany"
         *     }
         */
        SegmentCreate: {
            /** @description Name. */
            name: string;
            /** @description Two-letter country codes; an empty list is any country. */
            countries?: components["schemas"]["CountryCode"][];
            /** @description Whether the segment becomes the catch-all. The first segment of a domain always does. */
            is_default?: boolean;
            match?: components["schemas"]["Conditions"] | null;
            ab?: components["schemas"]["SplitTest"] | null;
            /** @description Language of the page, such as `de` or `pt-BR`; empty or null for none. */
            lang?: string | null;
            /**
             * Format: int64
             * @description First second at which the segment is tried, in Unix seconds; null for no start. The catch-all serves at any
             *     time.
             */
            from_ts?: number | null;
            /**
             * Format: int64
             * @description First second at which the segment is no longer tried, in Unix seconds and after `from_ts`; null for no end.
             */
            until_ts?: number | null;
            /**
             * Format: int32
             * @description Position among the segments, from 0; last by default.
             */
            position?: number | null;
        };
        /** @description The segments of a draft by position. */
        SegmentList: {
            /** @description The segments. */
            items: components["schemas"]["Segment"][];
        };
        /** @description Reason for the choice of a segment. */
        SegmentReason: {
            /** @description Id. */
            segment_id: string;
            /** @description Name. */
            name: string;
            /** @description Whether the segment is the catch-all, which is tried last and always serves. */
            is_default: boolean;
            /** @description Whether the segment was chosen. */
            chosen: boolean;
            /** @description Whether the visitor's country is in the segment. */
            countries: components["schemas"]["Truth"];
            /** @description Position of the time relative to the schedule; left out without a schedule. */
            schedule?: components["schemas"]["Timing"];
            /** @description Result of the condition. */
            match: components["schemas"]["Truth"];
            /** @description Result of each leaf of the condition. */
            conditions: components["schemas"]["LeafReason"][];
        };
        /** @description A partial change of a segment. Only given fields change; null clears a field. */
        SegmentUpdate: {
            /** @description New name. */
            name?: string;
            /** @description New two-letter country codes; an empty list is any country. */
            countries?: components["schemas"]["CountryCode"][];
            /** @description True makes the segment the catch-all instead of the present one; false is rejected for the catch-all. */
            is_default?: boolean;
            match?: components["schemas"]["Conditions"] | null;
            ab?: components["schemas"]["SplitTest"] | null;
            /** @description New language, or null for none. */
            lang?: string | null;
            /**
             * Format: int64
             * @description New first second, or null for none.
             */
            from_ts?: number | null;
            /**
             * Format: int64
             * @description New end, or null for none.
             */
            until_ts?: number | null;
            /**
             * Format: int32
             * @description New position among the segments, from 0.
             */
            position?: number;
        };
        /** @description Messages of one hour. */
        SentInHour: {
            /**
             * Format: date-time
             * @description Start of the hour, RFC 3339 in UTC.
             */
            hour: string;
            /**
             * Format: int64
             * @description Number of messages.
             */
            n: number;
        };
        /** @description A session of the calling key. */
        Session: {
            /** @description Id of the session. */
            id: string;
            /** @description Family of the browser; null if unknown. */
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
        /** @description Sessions of the calling key, most recently used first. */
        SessionList: {
            /** @description The sessions, at most 50. */
            items: components["schemas"]["Session"][];
        };
        /** @description A session with the rights of its key. */
        SessionShown: {
            /** @description The session. */
            session: components["schemas"]["Session"];
            /** @description Rights of the calling key right now. */
            rights: components["schemas"]["EffectiveRights"];
        };
        /**
         * @description Comparison with a list of values; `eq` takes exactly one.
         * @enum {string}
         */
        SetOperator: "in" | "not_in" | "eq";
        /** @description The card that the service draws for the link preview. */
        ShareCard: {
            /** @description The picture; null if no character of the title can be drawn. */
            file?: string | null;
            /** @description Characters of title and description that the card leaves out, because no font has them. */
            missing: string[];
        };
        /**
         * @description Picture of the link preview: a card that the service draws, or the uploaded picture.
         * @enum {string}
         */
        SharePicture: "card" | "upload";
        /**
         * @description Link preview. Without a title it shows the display name, without a description the profile text. A card (1200 x 630
         *     pixels) is drawn from both.
         */
        ShareUi: {
            /** @description Title. */
            title?: string | null;
            /** @description Description. */
            description?: string | null;
            picture?: components["schemas"]["SharePicture"] | null;
        };
        /** @description Result of one arm. */
        SimulatedArm: {
            /**
             * Format: double
             * @description Final share of visitors, from 0 to 1.
             */
            share: number;
            left_out?: components["schemas"]["ArmExclusion"] | null;
            /** @description Destination: an address, the landing page if there is no link, or null if no visitor gets this arm. */
            target?: string | null;
            /**
             * Format: int32
             * @description Number of random visitors assigned to this arm.
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
            /** @description Id. */
            button_id: string;
            /** @description Text. */
            label: string;
            /** @description Destination, as typed. */
            url: string;
            /** @description Address of the funnel link, if any. */
            stamped_url?: string | null;
            /** @description Icon. */
            icon: string;
        };
        /** @description A segment by name. */
        SimulatedSegment: {
            /** @description Id. */
            segment_id: string;
            /** @description Name. */
            name: string;
            /** @description Language of the page; empty for none. */
            lang: string;
        };
        /** @description Result of a simulation, with the reasons. */
        Simulation: {
            /** @description The domain. */
            domain: string;
            /** @description Whether the draft was used instead of the live version. */
            draft: boolean;
            segment?: components["schemas"]["SimulatedSegment"] | null;
            /** @description The arm of the segment's experiment. */
            arm?: string | null;
            /** @description Visible buttons, in order. */
            buttons: components["schemas"]["SimulatedButton"][];
            /** @description All segments, in the order in which they are tried. */
            segments: components["schemas"]["SegmentReason"][];
            /** @description All buttons of the segment, by position. */
            button_reasons: components["schemas"]["ButtonReason"][];
        };
        /**
         * @description State of a slot in a plan.
         * @enum {string}
         */
        SlotStatus: "new" | "exists" | "adoptable";
        /** @description A smart link, which splits its visitors by a policy. */
        SmartLink: {
            /**
             * Format: int64
             * @description Number of the link.
             */
            id: number;
            /** @description The domain. */
            domain: string;
            /** @description Last part of the address. */
            slug: string;
            /** @description Name. */
            name: string;
            /** @description Policy that splits the visitors. */
            policy: components["schemas"]["Policy"];
            /** @description Whether visitors are served. */
            active: boolean;
            /**
             * Format: int64
             * @description First second at which the link is expired, in Unix seconds; left out for never.
             */
            expires_at?: number;
            /** @description Destination after the end; left out for the landing page. */
            expired_url?: string;
            /** @description Address. */
            url: string;
            /**
             * Format: int64
             * @description Time in Unix seconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Time in Unix seconds.
             */
            updated_at: number;
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
            /** @description Name; the slug by default. */
            name?: string | null;
            policy?: components["schemas"]["Policy"] | null;
            /**
             * Format: int64
             * @description First second at which the link is expired, in Unix seconds; null for never.
             */
            expires_at?: number | null;
            /** @description Destination after the end, an `https` or `http` address; null for the landing page. */
            expired_url?: string | null;
        };
        /** @description The smart links of a domain, oldest first. */
        SmartLinkList: {
            /** @description The links. */
            items: components["schemas"]["SmartLink"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor?: string | null;
        };
        /**
         * @description A partial change of a smart link. Only given fields change.
         * @example {
         *       "active": false
         *     }
         */
        SmartLinkUpdate: {
            /** @description New name. */
            name?: string;
            /** @description New policy, replaced as a whole. */
            policy?: components["schemas"]["Policy"];
            /** @description Whether visitors are served. */
            active?: boolean;
            /**
             * Format: int64
             * @description New end in Unix seconds, or null for none.
             */
            expires_at?: number | null;
            /** @description New destination after the end, or null for the landing page. */
            expired_url?: string | null;
        };
        /**
         * @description Use of an uploaded picture: a background or the link preview.
         * @enum {string}
         */
        SourceVariant: "mobile" | "desktop" | "share";
        /** @description Totals over the paying fans of a domain. */
        SpenderTotals: {
            /**
             * Format: int64
             * @description Net revenue of the window, less refunds, including refunds to fans who are not listed.
             */
            revenue_cents: number;
            /**
             * Format: int64
             * @description Number of paying fans.
             */
            spenders: number;
            /**
             * Format: int64
             * @description Number of purchases.
             */
            conversions: number;
        };
        /** @description A funnel link. */
        SpentLink: {
            /**
             * Format: int64
             * @description Number of the link.
             */
            id: number;
            /** @description Country of a trial; empty for a paid link. */
            country: string;
            /** @description Offer. */
            arm: components["schemas"]["Offer"];
            /** @description Id at the platform. */
            provider_id: string;
            /** @description Name at the platform. */
            name: string;
            /** @description Address at the platform. */
            url: string;
        };
        /** @description Statistics of one value of a trait. */
        SplitItem: {
            /**
             * @description Value of the trait; empty if unknown. An arm is `<segment_id>/<arm>/<key of the experiment>`, an hour its start
             *     in RFC 3339. `other` sums up the buttons or referrers beyond the 500 that are kept for a day.
             */
            key: string;
            /**
             * Format: int64
             * @description Visits of the page; 0 for buttons.
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
             * @description Net revenue, less refunds.
             */
            revenue_cents: number;
        };
        /**
         * @description A split test between arms.
         * @example {
         *       "arms": [
         *         {
         *           "id": "a",
         *           "weight": 50
         *         },
         *         {
         *           "id": "b",
         *           "weight": 50
         *         }
         *       ],
         *       "key": "hero",
         *       "v": 1
         *     }
         */
        SplitTest: {
            /**
             * Format: int64
             * @description Version of the form.
             */
            v: number;
            /** @description Name that assigns visitors to arms; another name assigns them anew. */
            key: string;
            /** @description Arms. */
            arms: components["schemas"]["TestArm"][];
            /** @description Arm that every visitor gets; null while the test runs. */
            winner?: string | null;
        };
        /**
         * @description Trait that splits the statistics.
         * @enum {string}
         */
        StatsBy: "country" | "device" | "browser" | "button" | "referrer" | "arm" | "hour";
        /**
         * @description Window of statistics, back from now.
         * @enum {string}
         */
        StatsRange: "24h" | "7d" | "30d" | "90d" | "all";
        /**
         * @description Tab: a part of the product with its own rights.
         * @enum {string}
         */
        Tab: "landings" | "appearance" | "notifications" | "links" | "qr" | "stats" | "vault" | "broadcasts" | "keys" | "team" | "integrations";
        /**
         * @description Function of a tab. Each tab has some of them.
         * @enum {string}
         */
        TabFunction: "view" | "register" | "edit_content" | "copy" | "publish" | "edit" | "library" | "create" | "provision" | "toggle" | "pixels" | "sources" | "links" | "overview" | "respond" | "preview" | "deliver" | "mint" | "revoke" | "webhooks" | "import" | "export";
        /** @description An arm of a split test. */
        TestArm: {
            /** @description Id of the arm. */
            id: string;
            /**
             * Format: int64
             * @description Weight relative to the others.
             */
            weight: number;
        };
        /** @description Message of one tier. A field that is left out or null has the value of the common message. */
        TierMessage: {
            /** @description Text. */
            text?: string | null;
            /** @description Media. */
            media_ids?: string[] | null;
            /**
             * Format: int64
             * @description Price of the media, in cents.
             */
            price_cents?: number | null;
        };
        /** @description Hours of a day in a time zone. A period that ends before it begins goes past midnight. */
        TimeCondition: {
            /** @description Field. */
            field: components["schemas"]["TimeField"];
            /** @description Comparison. */
            op: components["schemas"]["BetweenOperator"];
            /** @description Time zone such as `Europe/Paris`. */
            tz: string;
            /** @description Days on which the period begins; every day if empty or left out. */
            days?: components["schemas"]["DayWord"][];
            /** @description Beginning, `HH:MM`. */
            from: string;
            /** @description End, `HH:MM`; excluded. */
            to: string;
        };
        /**
         * @description The time of day.
         * @enum {string}
         */
        TimeField: "time";
        /**
         * @description Position of a time relative to a schedule.
         * @enum {string}
         */
        Timing: "open" | "not_yet" | "over";
        /** @description A link after it was switched. */
        ToggledLink: components["schemas"]["FunnelLink"] & {
            /**
             * Format: int32
             * @description Number of buttons whose address changed.
             */
            stamped: number;
        };
        /** @description A tracked funnel link with its statistics. */
        TrackedLink: {
            /**
             * Format: int64
             * @description Number of the link in this service, for switching it on and off.
             */
            link_id: number;
            /** @description Domain whose slot the link fills; null without a slot. */
            domain: string | null;
            /** @description Id at the platform. */
            provider_id: string;
            /** @description Offer. */
            offer: components["schemas"]["Offer"];
            /** @description Kind at the platform. */
            kind: components["schemas"]["FunnelLinkKind"];
            /** @description Name at the platform. */
            name: string;
            /** @description Address at the platform. */
            redirect_url: string;
            /** @description Whether the link is on. */
            active: boolean;
            state?: components["schemas"]["TrackedLinkState"] | null;
            /**
             * Format: int64
             * @description Time in Unix seconds.
             */
            created_at: number;
            /** @description Counters of the platform. */
            vendor: components["schemas"]["VendorCounters"];
            /** @description Conversions as the engine counts them. */
            conversions: components["schemas"]["LinkConversions"];
            /**
             * Format: int64
             * @description Average revenue per subscriber, in cents.
             */
            arps_cents: number;
        };
        /** @description Tracked links, by offer and then by time of creation. */
        TrackedLinkList: {
            /** @description The links. */
            items: components["schemas"]["TrackedLink"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor?: string | null;
        };
        /**
         * @description State of a tracked link.
         * @enum {string}
         */
        TrackedLinkState: "foreign";
        /** @description The statistics of a source. */
        TrafficSourceStats: components["schemas"]["FunnelStats"] & {
            /** @description Label of the printed code; empty for everything else. */
            source: string;
        };
        /**
         * @description Kind of a payment.
         * @enum {string}
         */
        TransactionKind: "subscription" | "tip" | "message" | "post" | "refund";
        /**
         * @description Three-valued truth.
         * @enum {string}
         */
        Truth: "yes" | "no" | "unknown";
        /**
         * @description Reason why a slot stays without a link.
         * @enum {string}
         */
        UnlinkedReason: "engine_not_connected" | "engine_error" | "bad_link" | "wrong_offer" | "wrong_country" | "not_permanent" | "link_taken";
        /** @description A slot or button that remains unresolved. */
        Unresolved: components["schemas"]["UnresolvedSlot"] | components["schemas"]["UnresolvedButton"];
        /** @description A button without an address. */
        UnresolvedButton: {
            /** @description The button. */
            button_id: string;
            /** @description Reason. */
            reason: components["schemas"]["UnstampedReason"];
        };
        /** @description A slot without a link. */
        UnresolvedSlot: {
            /** @description Offer. */
            offer: components["schemas"]["Offer"];
            /** @description The country of a trial. */
            country: string | null;
            /** @description Reason. */
            reason: components["schemas"]["UnlinkedReason"];
        };
        /**
         * @description Reason why a button stays without an address.
         * @enum {string}
         */
        UnstampedReason: "no_country_link" | "several_countries" | "not_provisioned" | "inactive";
        /** @description Current number and limit. */
        UsedOfLimit: {
            /**
             * Format: int64
             * @description Current number.
             */
            used: number;
            /**
             * Format: int64
             * @description Limit; null is unlimited.
             */
            allowed: number | null;
        };
        /**
         * @description Campaign parameters for outgoing addresses that lack them, with the placeholders `{button_id}`, `{segment}` and
         *     `{domain}`.
         */
        UtmUi: {
            /** @description Value of `utm_source`. */
            source?: string | null;
            /** @description Value of `utm_medium`. */
            medium?: string | null;
            /** @description Value of `utm_campaign`. */
            campaign?: string | null;
        };
        /** @description Error body of invalid input: all errors at once. */
        ValidationErrors: {
            /** @description One entry for each error. */
            detail: components["schemas"]["ValidationItem"][];
        };
        /** @description One error of an input. */
        ValidationItem: {
            /** @description Location: `body`, `query` or `path`, then field names and list indexes down to the value. */
            loc: components["schemas"]["ValidationStep"][];
            /** @description Message for people; may change. */
            msg: string;
            /** @description Stable error type, such as `missing` or `too_long`. */
            type: components["schemas"]["FaultType"];
        };
        /** @description One step of a location: a field name or a list index. */
        ValidationStep: number | string;
        /** @description Counters of the platform for a link. */
        VendorCounters: {
            /** @description Day of the counters, `YYYY-MM-DD`. */
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
             * @description Fans who bought.
             */
            spenders: number;
        };
        /** @description A published version. */
        Version: {
            /**
             * Format: int32
             * @description Number of the version, from 1.
             */
            version: number;
            /**
             * Format: date-time
             * @description Time of the publication, RFC 3339 in UTC.
             */
            published_at: string;
            /** @description Prefix of the key that published the version. */
            published_by: string;
            /**
             * Format: int32
             * @description Version whose content a rollback restored.
             */
            rolled_back_from?: number | null;
        };
        /** @description Published versions, newest first. */
        VersionList: {
            /** @description The versions. */
            items: components["schemas"]["Version"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor?: string | null;
        };
        /** @description A webhook. */
        Webhook: {
            /** @description Id. */
            id: string;
            /** @description Address of the receiver. */
            url: string;
            /** @description Event types, or `*` alone. */
            events: components["schemas"]["WebhookFilter"][];
            /** @description Description. */
            description: string;
            /** @description Whether messages are sent. */
            active: boolean;
            disabled_reason: components["schemas"]["WebhookDisabledReason"] | null;
            /**
             * @description Prefix of the key that made the webhook, or that replaced this key by rotation. Null if the key is no longer
             *     valid, and for a webhook from before keys were recorded, which counts as the owner's.
             */
            made_by: string | null;
            /** @description Requested event types that are not sent, because the webhook's key may not read them now. */
            withheld: components["schemas"]["WebhookEventType"][];
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
        /** @description One attempt to deliver a message. */
        WebhookAttempt: {
            /**
             * Format: int64
             * @description Time of the answer or of the timeout, in Unix seconds.
             */
            attempted_at: number;
            /**
             * Format: int32
             * @description HTTP status; null without an answer.
             */
            status: number | null;
            error: components["schemas"]["WebhookNoAnswer"] | null;
            /**
             * Format: int32
             * @description Duration of the request, in milliseconds.
             */
            duration_ms: number;
        };
        /**
         * @description A new webhook.
         * @example {
         *       "events": [
         *         "conversion.created",
         *         "request.created"
         *       ],
         *       "url": "https://crm.example.com/hooks/funnel"
         *     }
         */
        WebhookCreate: {
            /** @description Address of the receiver: https, without credentials and fragment. */
            url: string;
            /** @description Event types, each once, or `*` alone for all, including types of later releases. */
            events: components["schemas"]["WebhookFilter"][];
            /** @description Description. */
            description?: string | null;
            /** @description Whether messages are sent; true by default. */
            active?: boolean | null;
        };
        /** @description Delivery of one message to one webhook. */
        WebhookDelivery: {
            /**
             * Format: int64
             * @description Number of the delivery.
             */
            delivery_id: number;
            /** @description Id of the message, as in the header `webhook-id`; the same at every attempt and for every webhook. */
            message_id: string;
            /**
             * @deprecated
             * @description Id of the message, not of the webhook.
             *
             *     Deprecated since 27 Nov 2026, and may be gone from 01 Jun 2027: use `message_id`.
             */
            webhook_id: string;
            /** @description The type of the event. */
            type: components["schemas"]["WebhookMessageType"];
            /** @description State. */
            state: components["schemas"]["WebhookDeliveryState"];
            /**
             * Format: int32
             * @description Number of attempts.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description Time of the next attempt, while pending.
             */
            next_attempt_at: string | null;
            /**
             * Format: int32
             * @description HTTP status of the last answer; null without an answer.
             */
            last_status: number | null;
            /**
             * @description First kilobyte of the last answer, or the cause of a missing answer as in `attempt_log`, or `withheld` (not
             *     sent, because the webhook's key may not read the event). Null before the first attempt, and if the calling key
             *     may not read the event.
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
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description State of a delivery to a webhook.
         * @enum {string}
         */
        WebhookDeliveryState: "pending" | "delivered" | "failed";
        /** @description `data` of `webhook.disabled`. */
        WebhookDisabledData: {
            /** @description The id of the webhook. */
            id: string;
            /** @description Reason. */
            reason: components["schemas"]["WebhookDisabledReason"];
        };
        /** @description The service disabled another webhook. */
        WebhookDisabledEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook.disabled";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            data: components["schemas"]["WebhookDisabledData"];
        };
        /**
         * @description Reason why the service disabled a webhook.
         * @enum {string}
         */
        WebhookDisabledReason: "gone" | "failing";
        /** @description A webhook message. New event types may come: ignore types that you don't know. */
        WebhookEvent: components["schemas"]["DomainActiveEvent"] | components["schemas"]["DomainFailedEvent"] | components["schemas"]["LandingPublishedEvent"] | components["schemas"]["LinkChangedEvent"] | components["schemas"]["ConversionCreatedEvent"] | components["schemas"]["RequestCreatedEvent"] | components["schemas"]["BroadcastFinishedEvent"] | components["schemas"]["BroadcastPausedEvent"] | components["schemas"]["PixelFailingEvent"] | components["schemas"]["KeyCreatedEvent"] | components["schemas"]["KeyRevokedEvent"] | components["schemas"]["WebhookDisabledEvent"] | components["schemas"]["DestinationBrokenEvent"] | components["schemas"]["DestinationMendedEvent"] | components["schemas"]["WebhookTestEvent"];
        /**
         * @description Type of a webhook event.
         * @enum {string}
         */
        WebhookEventType: "domain.active" | "domain.failed" | "landing.published" | "link.changed" | "conversion.created" | "request.created" | "broadcast.finished" | "broadcast.paused" | "pixel.failing" | "key.created" | "key.revoked" | "webhook.disabled" | "destination.broken" | "destination.mended";
        /**
         * @description Type of a webhook event, or `*` for all types.
         * @enum {string}
         */
        WebhookFilter: "domain.active" | "domain.failed" | "landing.published" | "link.changed" | "conversion.created" | "request.created" | "broadcast.finished" | "broadcast.paused" | "pixel.failing" | "key.created" | "key.revoked" | "webhook.disabled" | "destination.broken" | "destination.mended" | "*";
        /** @description The webhooks of an owner. */
        WebhookList: {
            /** @description Oldest first. */
            items: components["schemas"]["Webhook"][];
        };
        /**
         * @description Type of a webhook message: of an event, or of a test.
         * @enum {string}
         */
        WebhookMessageType: "domain.active" | "domain.failed" | "landing.published" | "link.changed" | "conversion.created" | "request.created" | "broadcast.finished" | "broadcast.paused" | "pixel.failing" | "key.created" | "key.revoked" | "webhook.disabled" | "destination.broken" | "destination.mended" | "webhook.test";
        /**
         * @description Reason why a webhook gave no answer.
         * @enum {string}
         */
        WebhookNoAnswer: "timeout" | "dns" | "tls" | "refused" | "connection" | "forbidden_address" | "withheld";
        /**
         * @description Deliveries to retry.
         * @example {
         *       "since": "2026-11-20T12:00:00Z"
         *     }
         */
        WebhookRedrive: {
            /**
             * Format: date-time
             * @description Earliest creation time of the deliveries to retry, in RFC 3339. Only deliveries that failed for good or wait for
             *     their next attempt are retried.
             */
            since: string;
        };
        /** @description Number of queued retries. */
        WebhookRedriven: {
            /**
             * Format: int64
             * @description Number of deliveries that are retried.
             */
            queued: number;
        };
        /**
         * @description Rotation of a secret.
         * @example {
         *       "overlap_seconds": 3600
         *     }
         */
        WebhookRotate: {
            /**
             * Format: int64
             * @description Seconds for which messages are also signed with the old secret, at most a week; a day by default.
             */
            overlap_seconds?: number | null;
        };
        /** @description `data` of `webhook.test`. */
        WebhookTestData: {
            /** @description `this is a test`. */
            message: string;
        };
        /** @description A test of the webhook was requested. */
        WebhookTestEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            data: components["schemas"]["WebhookTestData"];
        };
        /** @description Result of a test. */
        WebhookTested: {
            /** @description Whether the endpoint accepted the message. */
            delivered: boolean;
            /**
             * Format: int32
             * @description HTTP status; null without an answer.
             */
            status: number | null;
            /**
             * @description First kilobyte of the answer, or the cause of a missing answer: `timeout`, `dns`, `tls`, `refused`, `connection`
             *     or `forbidden_address`. A name that leads into a private network is `dns`.
             */
            answer: string;
        };
        /**
         * @description A partial change of a webhook. Only given fields change.
         * @example {
         *       "active": true
         *     }
         */
        WebhookUpdate: {
            /** @description Address of the receiver. */
            url?: string;
            /** @description Event types, or `*` alone. */
            events?: components["schemas"]["WebhookFilter"][];
            /** @description Description. */
            description?: string;
            /** @description Whether messages are sent; true also re-enables a webhook that the service disabled. */
            active?: boolean;
        };
        /** @description A webhook with its secret, which is shown once. */
        WebhookWithSecret: components["schemas"]["Webhook"] & {
            /**
             * Format: password
             * @description Signing secret, shown once; absent in a repeated response.
             */
            secret?: string | null;
        };
        /**
         * Format: password
         * @description Write-only token. It is never printed or returned.
         */
        WriteOnly: string;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type ActionSource = components['schemas']['ActionSource'];
export type ActionSourceReason = components['schemas']['ActionSourceReason'];
export type AllConditions = components['schemas']['AllConditions'];
export type AllGroup = components['schemas']['AllGroup'];
export type Anchor = components['schemas']['Anchor'];
export type AnimationSpeed = components['schemas']['AnimationSpeed'];
export type AnsweredRequest = components['schemas']['AnsweredRequest'];
export type AnyConditions = components['schemas']['AnyConditions'];
export type AnyGroup = components['schemas']['AnyGroup'];
export type ApiKey = components['schemas']['ApiKey'];
export type Arm = components['schemas']['Arm'];
export type ArmExclusion = components['schemas']['ArmExclusion'];
export type Arms = components['schemas']['Arms'];
export type Attribution = components['schemas']['Attribution'];
export type AttributionBasis = components['schemas']['AttributionBasis'];
export type AudienceBucket = components['schemas']['AudienceBucket'];
export type AudiencePreview = components['schemas']['AudiencePreview'];
export type AudienceStatus = components['schemas']['AudienceStatus'];
export type AudienceTier = components['schemas']['AudienceTier'];
export type AuditAction = components['schemas']['AuditAction'];
export type AuditActionFilter = components['schemas']['AuditActionFilter'];
export type AuditKey = components['schemas']['AuditKey'];
export type AuditList = components['schemas']['AuditList'];
export type AuditLogActor = components['schemas']['AuditLogActor'];
export type AuditLogEntry = components['schemas']['AuditLogEntry'];
export type AuditSubject = components['schemas']['AuditSubject'];
export type AuditSubjectType = components['schemas']['AuditSubjectType'];
export type AvatarShape = components['schemas']['AvatarShape'];
export type Background = components['schemas']['Background'];
export type BackgroundFiles = components['schemas']['BackgroundFiles'];
export type BackgroundUpload = components['schemas']['BackgroundUpload'];
export type Banner = components['schemas']['Banner'];
export type BannerActivity = components['schemas']['BannerActivity'];
export type BannerContent = components['schemas']['BannerContent'];
export type BannerLinkMode = components['schemas']['BannerLinkMode'];
export type BannerPosition = components['schemas']['BannerPosition'];
export type BannerStyle = components['schemas']['BannerStyle'];
export type BannerTexts = components['schemas']['BannerTexts'];
export type BannerTheme = components['schemas']['BannerTheme'];
export type BannerUpdate = components['schemas']['BannerUpdate'];
export type BannerVariant = components['schemas']['BannerVariant'];
export type BetweenOperator = components['schemas']['BetweenOperator'];
export type BotStats = components['schemas']['BotStats'];
export type Broadcast = components['schemas']['Broadcast'];
export type BroadcastActor = components['schemas']['BroadcastActor'];
export type BroadcastAudience = components['schemas']['BroadcastAudience'];
export type BroadcastAudit = components['schemas']['BroadcastAudit'];
export type BroadcastAuditEntry = components['schemas']['BroadcastAuditEntry'];
export type BroadcastAutoStop = components['schemas']['BroadcastAutoStop'];
export type BroadcastCounters = components['schemas']['BroadcastCounters'];
export type BroadcastCreate = components['schemas']['BroadcastCreate'];
export type BroadcastCreated = components['schemas']['BroadcastCreated'];
export type BroadcastDetail = components['schemas']['BroadcastDetail'];
export type BroadcastFinishReason = components['schemas']['BroadcastFinishReason'];
export type BroadcastFinishedData = components['schemas']['BroadcastFinishedData'];
export type BroadcastFinishedEvent = components['schemas']['BroadcastFinishedEvent'];
export type BroadcastGate = components['schemas']['BroadcastGate'];
export type BroadcastList = components['schemas']['BroadcastList'];
export type BroadcastMessage = components['schemas']['BroadcastMessage'];
export type BroadcastMode = components['schemas']['BroadcastMode'];
export type BroadcastPace = components['schemas']['BroadcastPace'];
export type BroadcastPauseReason = components['schemas']['BroadcastPauseReason'];
export type BroadcastPausedData = components['schemas']['BroadcastPausedData'];
export type BroadcastPausedEvent = components['schemas']['BroadcastPausedEvent'];
export type BroadcastReason = components['schemas']['BroadcastReason'];
export type BroadcastReport = components['schemas']['BroadcastReport'];
export type BroadcastSchedule = components['schemas']['BroadcastSchedule'];
export type BroadcastStatus = components['schemas']['BroadcastStatus'];
export type Browser = components['schemas']['Browser'];
export type BrowserCondition = components['schemas']['BrowserCondition'];
export type BrowserField = components['schemas']['BrowserField'];
export type BulkCopy = components['schemas']['BulkCopy'];
export type BulkCopyReport = components['schemas']['BulkCopyReport'];
export type BulkCopyResult = components['schemas']['BulkCopyResult'];
export type Button = components['schemas']['Button'];
export type ButtonAnimation = components['schemas']['ButtonAnimation'];
export type ButtonCreate = components['schemas']['ButtonCreate'];
export type ButtonFill = components['schemas']['ButtonFill'];
export type ButtonList = components['schemas']['ButtonList'];
export type ButtonOrder = components['schemas']['ButtonOrder'];
export type ButtonReason = components['schemas']['ButtonReason'];
export type ButtonShape = components['schemas']['ButtonShape'];
export type ButtonUpdate = components['schemas']['ButtonUpdate'];
export type ButtonVariant = components['schemas']['ButtonVariant'];
export type ButtonsUi = components['schemas']['ButtonsUi'];
export type CanvasColor = components['schemas']['CanvasColor'];
export type ChangeOp = components['schemas']['ChangeOp'];
export type ChangedCanvasColor = components['schemas']['ChangedCanvasColor'];
export type ChangedLandingUi = components['schemas']['ChangedLandingUi'];
export type ChangedLinkKind = components['schemas']['ChangedLinkKind'];
export type ChannelCondition = components['schemas']['ChannelCondition'];
export type ChannelField = components['schemas']['ChannelField'];
export type CodedDetail = components['schemas']['CodedDetail'];
export type CodedError = components['schemas']['CodedError'];
export type CodedOrDetailError = components['schemas']['CodedOrDetailError'];
export type CodedOrValidationErrors = components['schemas']['CodedOrValidationErrors'];
export type Colour = components['schemas']['Colour'];
export type Condition = components['schemas']['Condition'];
export type Conditions = components['schemas']['Conditions'];
export type ContentBundle = components['schemas']['ContentBundle'];
export type ContentDetail = components['schemas']['ContentDetail'];
export type ContentItem = components['schemas']['ContentItem'];
export type ContentList = components['schemas']['ContentList'];
export type ContentOrder = components['schemas']['ContentOrder'];
export type ContentRequest = components['schemas']['ContentRequest'];
export type ContentSale = components['schemas']['ContentSale'];
export type Conversion = components['schemas']['Conversion'];
export type ConversionCreatedData = components['schemas']['ConversionCreatedData'];
export type ConversionCreatedEvent = components['schemas']['ConversionCreatedEvent'];
export type ConversionList = components['schemas']['ConversionList'];
export type ConversionType = components['schemas']['ConversionType'];
export type CopyDetail = components['schemas']['CopyDetail'];
export type CopyFrom = components['schemas']['CopyFrom'];
export type CopyPart = components['schemas']['CopyPart'];
export type CountryCode = components['schemas']['CountryCode'];
export type CountryCondition = components['schemas']['CountryCondition'];
export type CountryField = components['schemas']['CountryField'];
export type DateCondition = components['schemas']['DateCondition'];
export type DateField = components['schemas']['DateField'];
export type DayStats = components['schemas']['DayStats'];
export type DayWord = components['schemas']['DayWord'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type DeliveryVerdict = components['schemas']['DeliveryVerdict'];
export type DesignKind = components['schemas']['DesignKind'];
export type Destination = components['schemas']['Destination'];
export type DestinationBrokenData = components['schemas']['DestinationBrokenData'];
export type DestinationBrokenEvent = components['schemas']['DestinationBrokenEvent'];
export type DestinationCheck = components['schemas']['DestinationCheck'];
export type DestinationFailure = components['schemas']['DestinationFailure'];
export type DestinationList = components['schemas']['DestinationList'];
export type DestinationMendedData = components['schemas']['DestinationMendedData'];
export type DestinationMendedEvent = components['schemas']['DestinationMendedEvent'];
export type DestinationState = components['schemas']['DestinationState'];
export type DestinationSwitch = components['schemas']['DestinationSwitch'];
export type DetailError = components['schemas']['DetailError'];
export type Device = components['schemas']['Device'];
export type DeviceCondition = components['schemas']['DeviceCondition'];
export type DeviceField = components['schemas']['DeviceField'];
export type DnsRecord = components['schemas']['DnsRecord'];
export type DnsRecordType = components['schemas']['DnsRecordType'];
export type Domain = components['schemas']['Domain'];
export type DomainActiveData = components['schemas']['DomainActiveData'];
export type DomainActiveEvent = components['schemas']['DomainActiveEvent'];
export type DomainFailedData = components['schemas']['DomainFailedData'];
export type DomainFailedEvent = components['schemas']['DomainFailedEvent'];
export type DomainLinks = components['schemas']['DomainLinks'];
export type DomainList = components['schemas']['DomainList'];
export type DomainRegister = components['schemas']['DomainRegister'];
export type DomainSort = components['schemas']['DomainSort'];
export type DomainSpender = components['schemas']['DomainSpender'];
export type DomainSpenders = components['schemas']['DomainSpenders'];
export type DomainState = components['schemas']['DomainState'];
export type DomainStats = components['schemas']['DomainStats'];
export type DraftDiff = components['schemas']['DraftDiff'];
export type DraftDifference = components['schemas']['DraftDifference'];
export type DryRun = components['schemas']['DryRun'];
export type DryRunCounts = components['schemas']['DryRunCounts'];
export type DryRunItem = components['schemas']['DryRunItem'];
export type EffectiveRights = components['schemas']['EffectiveRights'];
export type EqOperator = components['schemas']['EqOperator'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type EventEffect = components['schemas']['EventEffect'];
export type ExistsOperator = components['schemas']['ExistsOperator'];
export type ExperimentArm = components['schemas']['ExperimentArm'];
export type ExperimentGoal = components['schemas']['ExperimentGoal'];
export type ExperimentList = components['schemas']['ExperimentList'];
export type ExperimentResult = components['schemas']['ExperimentResult'];
export type ExplainedEvent = components['schemas']['ExplainedEvent'];
export type ExportDocument = components['schemas']['ExportDocument'];
export type ExportPart = components['schemas']['ExportPart'];
export type FanExplained = components['schemas']['FanExplained'];
export type FanTier = components['schemas']['FanTier'];
export type FaultType = components['schemas']['FaultType'];
export type Font = components['schemas']['Font'];
export type FunnelLink = components['schemas']['FunnelLink'];
export type FunnelLinkKind = components['schemas']['FunnelLinkKind'];
export type FunnelStats = components['schemas']['FunnelStats'];
export type GateMode = components['schemas']['GateMode'];
export type GateSwitch = components['schemas']['GateSwitch'];
export type GateUi = components['schemas']['GateUi'];
export type GeoRule = components['schemas']['GeoRule'];
export type HostOperator = components['schemas']['HostOperator'];
export type ImportAction = components['schemas']['ImportAction'];
export type ImportConflict = components['schemas']['ImportConflict'];
export type ImportFault = components['schemas']['ImportFault'];
export type ImportReport = components['schemas']['ImportReport'];
export type ImportRequest = components['schemas']['ImportRequest'];
export type ImportResult = components['schemas']['ImportResult'];
export type ImportedDocument = components['schemas']['ImportedDocument'];
export type InApp = components['schemas']['InApp'];
export type InAppCondition = components['schemas']['InAppCondition'];
export type InAppField = components['schemas']['InAppField'];
export type InAppMode = components['schemas']['InAppMode'];
export type InAppTest = components['schemas']['InAppTest'];
export type InAppUi = components['schemas']['InAppUi'];
export type KeyCreatedData = components['schemas']['KeyCreatedData'];
export type KeyCreatedEvent = components['schemas']['KeyCreatedEvent'];
export type KeyList = components['schemas']['KeyList'];
export type KeyListItem = components['schemas']['KeyListItem'];
export type KeyMint = components['schemas']['KeyMint'];
export type KeyRevokedData = components['schemas']['KeyRevokedData'];
export type KeyRevokedEvent = components['schemas']['KeyRevokedEvent'];
export type KeyRotate = components['schemas']['KeyRotate'];
export type LabelAlign = components['schemas']['LabelAlign'];
export type LandingPublishedData = components['schemas']['LandingPublishedData'];
export type LandingPublishedEvent = components['schemas']['LandingPublishedEvent'];
export type LandingUi = components['schemas']['LandingUi'];
export type LangField = components['schemas']['LangField'];
export type LanguageCondition = components['schemas']['LanguageCondition'];
export type LeafReason = components['schemas']['LeafReason'];
export type LinkChange = components['schemas']['LinkChange'];
export type LinkChangedData = components['schemas']['LinkChangedData'];
export type LinkChangedEvent = components['schemas']['LinkChangedEvent'];
export type LinkConversions = components['schemas']['LinkConversions'];
export type LinkSpender = components['schemas']['LinkSpender'];
export type LinkSpenders = components['schemas']['LinkSpenders'];
export type LinkToggle = components['schemas']['LinkToggle'];
export type LinkTotals = components['schemas']['LinkTotals'];
export type MediaType = components['schemas']['MediaType'];
export type Member = components['schemas']['Member'];
export type MemberCreate = components['schemas']['MemberCreate'];
export type MemberList = components['schemas']['MemberList'];
export type MemberUpdate = components['schemas']['MemberUpdate'];
export type MintedKey = components['schemas']['MintedKey'];
export type NoFields = components['schemas']['NoFields'];
export type NotGroup = components['schemas']['NotGroup'];
export type Offer = components['schemas']['Offer'];
export type Os = components['schemas']['Os'];
export type OsCondition = components['schemas']['OsCondition'];
export type OsField = components['schemas']['OsField'];
export type Overview = components['schemas']['Overview'];
export type OverviewItem = components['schemas']['OverviewItem'];
export type OverviewSplit = components['schemas']['OverviewSplit'];
export type OverviewStats = components['schemas']['OverviewStats'];
export type PageDesign = components['schemas']['PageDesign'];
export type PageDesignChange = components['schemas']['PageDesignChange'];
export type PaidCountries = components['schemas']['PaidCountries'];
export type ParameterCondition = components['schemas']['ParameterCondition'];
export type ParameterExistsCondition = components['schemas']['ParameterExistsCondition'];
export type ParkReason = components['schemas']['ParkReason'];
export type Pixel = components['schemas']['Pixel'];
export type PixelDelivery = components['schemas']['PixelDelivery'];
export type PixelDeliveryState = components['schemas']['PixelDeliveryState'];
export type PixelFailingData = components['schemas']['PixelFailingData'];
export type PixelFailingEvent = components['schemas']['PixelFailingEvent'];
export type PixelList = components['schemas']['PixelList'];
export type PixelNoAnswer = components['schemas']['PixelNoAnswer'];
export type PixelPut = components['schemas']['PixelPut'];
export type PixelTest = components['schemas']['PixelTest'];
export type PixelTested = components['schemas']['PixelTested'];
export type Plan = components['schemas']['Plan'];
export type PlanUsage = components['schemas']['PlanUsage'];
export type Platform = components['schemas']['Platform'];
export type PlatformAnswer = components['schemas']['PlatformAnswer'];
export type PlatformCounters = components['schemas']['PlatformCounters'];
export type Policy = components['schemas']['Policy'];
export type PolicySimulate = components['schemas']['PolicySimulate'];
export type PolicySimulation = components['schemas']['PolicySimulation'];
export type PortableCode = components['schemas']['PortableCode'];
export type PortableDomain = components['schemas']['PortableDomain'];
export type PortableMember = components['schemas']['PortableMember'];
export type PortablePreset = components['schemas']['PortablePreset'];
export type PortableSmartLink = components['schemas']['PortableSmartLink'];
export type Preset = components['schemas']['Preset'];
export type PresetAssignment = components['schemas']['PresetAssignment'];
export type PresetChange = components['schemas']['PresetChange'];
export type PresetFromDomain = components['schemas']['PresetFromDomain'];
export type PresetList = components['schemas']['PresetList'];
export type PreviewAsk = components['schemas']['PreviewAsk'];
export type ProfileUi = components['schemas']['ProfileUi'];
export type ProvisionLinks = components['schemas']['ProvisionLinks'];
export type Provisioned = components['schemas']['Provisioned'];
export type Publication = components['schemas']['Publication'];
export type QrCode = components['schemas']['QrCode'];
export type QrCreate = components['schemas']['QrCreate'];
export type QrDesign = components['schemas']['QrDesign'];
export type QrErrorCorrection = components['schemas']['QrErrorCorrection'];
export type QrEyeDot = components['schemas']['QrEyeDot'];
export type QrEyeFrame = components['schemas']['QrEyeFrame'];
export type QrFrame = components['schemas']['QrFrame'];
export type QrGradient = components['schemas']['QrGradient'];
export type QrGradientKind = components['schemas']['QrGradientKind'];
export type QrList = components['schemas']['QrList'];
export type QrLogo = components['schemas']['QrLogo'];
export type QrLogoFile = components['schemas']['QrLogoFile'];
export type QrModule = components['schemas']['QrModule'];
export type QrPaper = components['schemas']['QrPaper'];
export type QrPreset = components['schemas']['QrPreset'];
export type QrPresetList = components['schemas']['QrPresetList'];
export type QrPreview = components['schemas']['QrPreview'];
export type QrScannability = components['schemas']['QrScannability'];
export type QrStats = components['schemas']['QrStats'];
export type QrStop = components['schemas']['QrStop'];
export type QrUpdate = components['schemas']['QrUpdate'];
export type QrWarning = components['schemas']['QrWarning'];
export type Redriven = components['schemas']['Redriven'];
export type ReferrerCondition = components['schemas']['ReferrerCondition'];
export type ReferrerExistsCondition = components['schemas']['ReferrerExistsCondition'];
export type ReferrerField = components['schemas']['ReferrerField'];
export type RequestAction = components['schemas']['RequestAction'];
export type RequestCreatedData = components['schemas']['RequestCreatedData'];
export type RequestCreatedEvent = components['schemas']['RequestCreatedEvent'];
export type RequestList = components['schemas']['RequestList'];
export type RequestRespond = components['schemas']['RequestRespond'];
export type RequestState = components['schemas']['RequestState'];
export type ReturningCondition = components['schemas']['ReturningCondition'];
export type ReturningField = components['schemas']['ReturningField'];
export type Rollback = components['schemas']['Rollback'];
export type Scope = components['schemas']['Scope'];
export type ScreeningReason = components['schemas']['ScreeningReason'];
export type Segment = components['schemas']['Segment'];
export type SegmentCreate = components['schemas']['SegmentCreate'];
export type SegmentList = components['schemas']['SegmentList'];
export type SegmentReason = components['schemas']['SegmentReason'];
export type SegmentUpdate = components['schemas']['SegmentUpdate'];
export type SentInHour = components['schemas']['SentInHour'];
export type Session = components['schemas']['Session'];
export type SessionCreate = components['schemas']['SessionCreate'];
export type SessionList = components['schemas']['SessionList'];
export type SessionShown = components['schemas']['SessionShown'];
export type SetOperator = components['schemas']['SetOperator'];
export type ShareCard = components['schemas']['ShareCard'];
export type SharePicture = components['schemas']['SharePicture'];
export type ShareUi = components['schemas']['ShareUi'];
export type SimulatedArm = components['schemas']['SimulatedArm'];
export type SimulatedArms = components['schemas']['SimulatedArms'];
export type SimulatedButton = components['schemas']['SimulatedButton'];
export type SimulatedSegment = components['schemas']['SimulatedSegment'];
export type Simulation = components['schemas']['Simulation'];
export type SlotStatus = components['schemas']['SlotStatus'];
export type SmartLink = components['schemas']['SmartLink'];
export type SmartLinkCreate = components['schemas']['SmartLinkCreate'];
export type SmartLinkList = components['schemas']['SmartLinkList'];
export type SmartLinkUpdate = components['schemas']['SmartLinkUpdate'];
export type SourceVariant = components['schemas']['SourceVariant'];
export type SpenderTotals = components['schemas']['SpenderTotals'];
export type SpentLink = components['schemas']['SpentLink'];
export type SplitItem = components['schemas']['SplitItem'];
export type SplitTest = components['schemas']['SplitTest'];
export type StatsBy = components['schemas']['StatsBy'];
export type StatsRange = components['schemas']['StatsRange'];
export type Tab = components['schemas']['Tab'];
export type TabFunction = components['schemas']['TabFunction'];
export type TestArm = components['schemas']['TestArm'];
export type TierMessage = components['schemas']['TierMessage'];
export type TimeCondition = components['schemas']['TimeCondition'];
export type TimeField = components['schemas']['TimeField'];
export type Timing = components['schemas']['Timing'];
export type ToggledLink = components['schemas']['ToggledLink'];
export type TrackedLink = components['schemas']['TrackedLink'];
export type TrackedLinkList = components['schemas']['TrackedLinkList'];
export type TrackedLinkState = components['schemas']['TrackedLinkState'];
export type TrafficSourceStats = components['schemas']['TrafficSourceStats'];
export type TransactionKind = components['schemas']['TransactionKind'];
export type Truth = components['schemas']['Truth'];
export type UnlinkedReason = components['schemas']['UnlinkedReason'];
export type Unresolved = components['schemas']['Unresolved'];
export type UnresolvedButton = components['schemas']['UnresolvedButton'];
export type UnresolvedSlot = components['schemas']['UnresolvedSlot'];
export type UnstampedReason = components['schemas']['UnstampedReason'];
export type UsedOfLimit = components['schemas']['UsedOfLimit'];
export type UtmUi = components['schemas']['UtmUi'];
export type ValidationErrors = components['schemas']['ValidationErrors'];
export type ValidationItem = components['schemas']['ValidationItem'];
export type ValidationStep = components['schemas']['ValidationStep'];
export type VendorCounters = components['schemas']['VendorCounters'];
export type Version = components['schemas']['Version'];
export type VersionList = components['schemas']['VersionList'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookCreate = components['schemas']['WebhookCreate'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type WebhookDeliveryState = components['schemas']['WebhookDeliveryState'];
export type WebhookDisabledData = components['schemas']['WebhookDisabledData'];
export type WebhookDisabledEvent = components['schemas']['WebhookDisabledEvent'];
export type WebhookDisabledReason = components['schemas']['WebhookDisabledReason'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookEventType = components['schemas']['WebhookEventType'];
export type WebhookFilter = components['schemas']['WebhookFilter'];
export type WebhookList = components['schemas']['WebhookList'];
export type WebhookMessageType = components['schemas']['WebhookMessageType'];
export type WebhookNoAnswer = components['schemas']['WebhookNoAnswer'];
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
                /** @description Maximum number of items. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                /** @description Actor: the prefix of a key, `member:<id>`, or `cli` for the command line. */
                actor?: string;
                /** @description Action such as `landing.publish`, or kind of action such as `landing`. */
                action?: components["schemas"]["AuditActionFilter"];
                /** @description Subject: a type such as `domain`, or a type and an id such as `domain:links.example.com`. */
                subject?: string;
                /** @description First second, in Unix seconds; included. */
                from_ts?: number;
                /** @description Last second, in Unix seconds; included. */
                to_ts?: number;
                /** @description Maximum number of items. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
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
                 * @description Hostname of the domain.
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
                 * @description Hostname of the domain.
                 * @example links.example.com
                 */
                domain: string;
            };
            header?: {
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    appearance_canvas_color_delete: {
        parameters: {
            query: {
                /**
                 * @description Hostname of the domain.
                 * @example links.example.com
                 */
                domain: string;
            };
            header?: {
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                 * @description Hostname of the domain.
                 * @example links.example.com
                 */
                domain: string;
            };
            header?: {
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                 * @description Hostname of the domain.
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description `mobile`, `desktop` or `share`.
                 * @example mobile
                 */
                variant: components["schemas"]["SourceVariant"];
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
                 * @description Hostname of the domain.
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description `mobile`, `desktop` or `share`.
                 * @example mobile
                 */
                variant: components["schemas"]["SourceVariant"];
            };
            header?: {
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    appearance_source_delete: {
        parameters: {
            query: {
                /**
                 * @description Hostname of the domain.
                 * @example links.example.com
                 */
                domain: string;
                /**
                 * @description `mobile`, `desktop` or `share`.
                 * @example mobile
                 */
                variant: components["schemas"]["SourceVariant"];
            };
            header?: {
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                 * @description Hostname of the domain.
                 * @example links.example.com
                 */
                domain: string;
            };
            header?: {
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                /** @description Maximum number of items. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                 * @example 117396737941440
                 */
                id: number;
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
                 * @example 117396737941440
                 */
                id: number;
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 117396737941440
                 */
                id: number;
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 117396737941440
                 */
                id: number;
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 117396737941440
                 */
                id: number;
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
                 * @example 117396737941440
                 */
                id: number;
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 117396737941440
                 */
                id: number;
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example 117396738194568
                 */
                id: number;
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                 * @example seg_01m8hk74snekvv757phyd75fxq
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                 * @example seg_01m8hk74snekvv757phyd75fxq
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                 * @example seg_01m8hk74snekvv757phyd75fxq
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                 * @example seg_01m8hk74snekvv757phyd75fxq
                 */
                tier: string;
                /**
                 * @description The id of a button of the segment
                 * @example btn_01m8hk74tcfvxsz9qvgperfc31
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
                sort?: components["schemas"]["ContentOrder"];
                /**
                 * @description Maximum number of items; 60 by default.
                 * @example 2
                 */
                limit?: number;
                /** @description First second of the window, in Unix seconds; only for `sort=sales`. */
                from_ts?: number;
                /** @description Last second of the window, in Unix seconds; only for `sort=sales`. */
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
                content_id: number;
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
                 * @description Only conversions of this domain.
                 * @example links.example.com
                 */
                domain?: string;
                /** @description Only conversions of this type. */
                type?: components["schemas"]["ConversionType"];
                /** @description First second, in Unix seconds; included. */
                from_ts?: number;
                /** @description Last second, in Unix seconds; included. */
                to_ts?: number;
                /**
                 * @description Maximum number of items.
                 * @example 2
                 */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
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
                /** @description Part of the hostname or display name, ignoring case. */
                search?: string;
                /** @description Only items in this state. */
                state?: components["schemas"]["DomainState"];
                /** @description `created_at` by default. */
                sort?: components["schemas"]["DomainSort"];
                /** @description Maximum number of items; all by default. */
                limit?: number;
                /** @description `next_cursor` of the previous page. Valid only with the same `sort` and filters. */
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                /** @description `24h`, `7d`, `30d` or `90d` back from now; any other value is all time. */
                range?: components["schemas"]["StatsRange"];
                /** @description First second of the window, in Unix seconds; included. With one of the two bounds, `range` is ignored. */
                from_ts?: number;
                /** @description Last second of the window, in Unix seconds; included. Now by default. */
                to_ts?: number;
                /** @description Goal whose share of visitors `rate` is; `subs` by default. */
                goal?: components["schemas"]["ExperimentGoal"];
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
    funnel_links_show: {
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
                link_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    funnel_links_toggle: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
            };
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
                link_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    statistics_link_spenders_list: {
        parameters: {
            query?: {
                /** @description Part of the fan's name or id, ignoring case. Totals always cover all fans. */
                search?: string;
                /** @description Maximum number of items. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
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
                link_id: number;
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
                country?: components["schemas"]["CountryCode"];
                /**
                 * @description Kind of device.
                 * @example mobile
                 */
                device?: components["schemas"]["Device"];
                /** @description Operating system. */
                os?: components["schemas"]["Os"];
                /** @description Browser. */
                browser?: components["schemas"]["Browser"];
                /** @description App with a built-in browser; `unknown` is another app, and `none` is no app. */
                in_app?: components["schemas"]["InApp"];
                /** @description A language code such as `de` or `pt-BR`. */
                lang?: string;
                /** @description Referring page: an address or a host. */
                referrer?: string;
                /** @description `direct`, `qr` or `qr-<slug>`; `direct` by default. */
                channel?: string;
                /** @description Query string of the page's address, such as `utm_source=story`. */
                query?: string;
                /** @description Whether the visitor has been here before. */
                returning?: boolean;
                /** @description Time in Unix seconds; now by default. */
                at?: number;
                /** @description Any text that identifies the visitor: the same text keeps the same arm. */
                visitor?: string;
                /** @description Whether to use the draft instead of the live version. */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                country?: components["schemas"]["CountryCode"];
                /**
                 * @description Kind of device.
                 * @example mobile
                 */
                device?: components["schemas"]["Device"];
                /** @description Operating system. */
                os?: components["schemas"]["Os"];
                /** @description Browser. */
                browser?: components["schemas"]["Browser"];
                /** @description App with a built-in browser; `unknown` is another app, and `none` is no app. */
                in_app?: components["schemas"]["InApp"];
                /** @description A language code such as `de` or `pt-BR`. */
                lang?: string;
                /** @description Referring page: an address or a host. */
                referrer?: string;
                /** @description `direct`, `qr` or `qr-<slug>`; `direct` by default. */
                channel?: string;
                /** @description Query string of the page's address, such as `utm_source=story`. */
                query?: string;
                /** @description Whether the visitor has been here before. */
                returning?: boolean;
                /** @description Time in Unix seconds; now by default. */
                at?: number;
                /** @description Any text that identifies the visitor: the same text keeps the same arm. */
                visitor?: string;
                /**
                 * @description Whether to use the draft instead of the live version.
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
                /** @description `24h`, `7d`, `30d` or `90d` back from now; any other value is all time. */
                range?: components["schemas"]["StatsRange"];
                /** @description First second of the window, in Unix seconds; included. With one of the two bounds, `range` is ignored. */
                from_ts?: number;
                /** @description Last second of the window, in Unix seconds; included. Now by default. */
                to_ts?: number;
                /** @description Trait that splits the statistics; adds `items` and `bots` to the response. */
                by?: components["schemas"]["StatsBy"];
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
                /** @description Maximum number of items; 50 by default. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
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
                 * @description Parts to export, separated by commas: `domains`, `smartlinks`, `qr`, `library`, `members`. By default, all parts
                 *     that the key may see.
                 * @example domains
                 */
                parts?: string;
                /**
                 * @description Only data of this domain; of the library, only the preset that its banner follows.
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
                 * @description Only links of this domain.
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                 * @description Whether to report the result of each row without changing anything.
                 * @example true
                 */
                dry_run?: boolean;
                /**
                 * @description Handling of a row whose name exists with other content; `skip` by default.
                 * @example replace
                 */
                on_conflict?: components["schemas"]["ImportConflict"];
            };
            header?: {
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                 * @description Domain of the links; may be left out for a table whose rows name their domains.
                 * @example second.example.com
                 */
                domain?: string;
                /** @description Whether to report the result of each row without changing anything. */
                dry_run?: boolean;
                /**
                 * @description Whether to import the valid rows of a domain although others fail; by default, a domain with a failed row is not
                 *     imported.
                 */
                partial?: boolean;
            };
            header?: {
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                /** @description Maximum number of items. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                /** @description Only items in this state. */
                state?: components["schemas"]["DestinationState"];
                /** @description Maximum number of items. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
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
            header?: {
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
            };
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                /** @description Maximum number of items. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                /** @description Maximum number of items. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                /** @description Numbers of up to 100 codes of the domain, separated by commas; by default the first 100 codes. */
                ids?: string;
                /**
                 * @description Copies of each code; a sheet has at most 1,000 codes.
                 * @example 4
                 */
                copies?: number;
                /** @description Width of each drawing in millimetres. Trim and bleed add 3 mm each on every side. */
                size_mm?: number;
                /** @description `a4` by default. */
                paper?: components["schemas"]["QrPaper"];
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
                id: number;
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    qr_codes_eps_download: {
        parameters: {
            query?: {
                /** @description Width of the drawing in millimetres. Trim and bleed add 3 mm each on every side. */
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
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    qr_codes_pdf_download: {
        parameters: {
            query?: {
                /** @description Width of the drawing in millimetres. Trim and bleed add 3 mm each on every side. */
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
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    qr_codes_png_download: {
        parameters: {
            query?: {
                /** @description Width in pixels; also the height, unless the code has a frame. */
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
                id: number;
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
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    content_requests_list: {
        parameters: {
            query?: {
                /** @description State; all states by default. */
                status?: components["schemas"]["RequestState"];
                /** @description Maximum number of items. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of a content request
                 * @example 117396733975147
                 */
                request_id: number;
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                /** @description Whether to delete the buttons of the segment too. */
                force?: boolean;
            };
            header?: {
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                 * @example seg_01m8hk74snekvv757phyd75fxq
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                 * @description Id of the session to keep; without it, all sessions end.
                 * @example ses_01m8hk74k3fbwrmtp34v59ey31
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
                 * @example ses_01m8hk74k3fbwrmtp34v59ey31
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
            header?: {
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example ses_01m8hk74k3fbwrmtp34v59ey31
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
                /** @description Part of the name or provider id, ignoring case. */
                search?: string;
                /** @description Maximum number of items. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of a funnel link at the engine */
                provider_id: string;
                /** @description The ad platform of the pixel */
                platform: components["schemas"]["Platform"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    pixel_deliveries_list: {
        parameters: {
            query?: {
                /** @description Maximum number of items. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
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
                 * @description The ad platform of the pixel
                 * @example meta
                 */
                platform: components["schemas"]["Platform"];
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of a funnel link at the engine
                 * @example lnk_83ec686c1600460a
                 */
                provider_id: string;
                /**
                 * @description The ad platform of the pixel
                 * @example meta
                 */
                platform: components["schemas"]["Platform"];
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of a funnel link at the engine
                 * @example lnk_83ec686c1600460a
                 */
                provider_id: string;
                /**
                 * @description The ad platform of the pixel
                 * @example meta
                 */
                platform: components["schemas"]["Platform"];
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
                /** @description Part of the name or slug, ignoring case. */
                search?: string;
                /** @description Maximum number of items. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                id: number;
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
    smart_links_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
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
    smart_links_simulate: {
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
    statistics_spenders_list: {
        parameters: {
            query?: {
                /** @description `24h`, `7d`, `30d` or `90d` back from now; any other value is all time. */
                range?: components["schemas"]["StatsRange"];
                /** @description First second of the window, in Unix seconds; included. With one of the two bounds, `range` is ignored. */
                from_ts?: number;
                /** @description Last second of the window, in Unix seconds; included. Now by default. */
                to_ts?: number;
                /** @description Whether to show all-time money instead of the window's; the list stays the same. */
                full?: boolean;
                /** @description Part of the fan's name or id, ignoring case. Totals always cover all fans. */
                search?: string;
                /** @description Maximum number of items. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
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
                /** @description `24h`, `7d`, `30d` or `90d` back from now; any other value is all time. */
                range?: components["schemas"]["StatsRange"];
                /** @description First second of the window, in Unix seconds; included. With one of the two bounds, `range` is ignored. */
                from_ts?: number;
                /** @description Last second of the window, in Unix seconds; included. Now by default. */
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
                /** @description Any second of the first day, in Unix seconds; 29 days before the last day by default. */
                from_ts?: number;
                /** @description Any second of the last day, in Unix seconds; today by default. */
                to_ts?: number;
                /** @description `day` by default. */
                by?: components["schemas"]["OverviewSplit"];
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
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
                 * @example hook_01m8hk75jpfzmsttnhdjw4fpbn
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example hook_01m8hk75jpfzmsttnhdjw4fpbn
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example hook_01m8hk75jpfzmsttnhdjw4fpbn
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
                /** @description Maximum number of items. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example hook_01m8hk75jpfzmsttnhdjw4fpbn
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example hook_01m8hk75jpfzmsttnhdjw4fpbn
                 */
                id: string;
                /**
                 * @description The number of a delivery of the webhook
                 * @example 2
                 */
                delivery_id: number;
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example hook_01m8hk75jpfzmsttnhdjw4fpbn
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
                /** @description `ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412 */
                "If-Match"?: string;
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example hook_01m8hk75jpfzmsttnhdjw4fpbn
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
                /** @description A repeat with the same key, query and body within 24 hours gets the first response */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The number of the resource, as its list shows it
                 * @example hook_01m8hk75jpfzmsttnhdjw4fpbn
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
}
/** @deprecated Use `Anchor`, which is the same. */
export type AnchorOut = Anchor;
/** @deprecated Use `PlatformAnswer`, which is the same. */
export type AnswerOut = PlatformAnswer;
/** @deprecated Use `Attribution`, which is the same. */
export type AttributionOut = Attribution;
/** @deprecated Use `BroadcastAuditEntry`, which is the same. */
export type AuditEntryOut = BroadcastAuditEntry;
/** @deprecated Use `Background`, which is the same. */
export type BackgroundOut = Background;
/** @deprecated Use `Banner`, which is the same. */
export type BannerOut = Banner;
/** @deprecated Use `BotStats`, which is the same. */
export type BotFigures = BotStats;
/** @deprecated Use `Broadcast`, which is the same. */
export type BroadcastOut = Broadcast;
/** @deprecated Use `BulkCopyReport`, which is the same. */
export type BulkCopyOut = BulkCopyReport;
/** @deprecated Use `ContentBundle`, which is the same. */
export type BundleOut = ContentBundle;
/** @deprecated Use `Button`, which is the same. */
export type ButtonOut = Button;
/** @deprecated Use `ChangedCanvasColor`, which is the same. */
export type CanvasColorOut = ChangedCanvasColor;
/** @deprecated Use `ShareCard`, which is the same. */
export type CardOut = ShareCard;
/** @deprecated Use `DraftDifference`, which is the same. */
export type ChangeOut = DraftDifference;
/** @deprecated Use `ContentItem`, which is the same. */
export type ContentOut = ContentItem;
/** @deprecated Use `Conversion`, which is the same. */
export type ConversionOut = Conversion;
/** @deprecated Use `LinkConversions`, which is the same. */
export type ConversionsOut = LinkConversions;
/** @deprecated Use `CountryCode`, which is the same. */
export type CountryIn = CountryCode;
/** @deprecated Use `DayStats`, which is the same. */
export type DayFigures = DayStats;
/** @deprecated Use `PixelDelivery`, which is the same. */
export type DeliveryOut = PixelDelivery;
/** @deprecated Use `PageDesignChange`, which is the same. */
export type DesignIn = PageDesignChange;
/** @deprecated Use `PageDesign`, which is the same. */
export type DesignOut = PageDesign;
/** @deprecated Use `Destination`, which is the same. */
export type DestinationOut = Destination;
/** @deprecated Use `DraftDiff`, which is the same. */
export type DiffOut = DraftDiff;
/** @deprecated Use `DnsRecord`, which is the same. */
export type DnsRecordOut = DnsRecord;
/** @deprecated Use `DomainLinks`, which is the same. */
export type DomainLinksOut = DomainLinks;
/** @deprecated Use `Domain`, which is the same. */
export type DomainOut = Domain;
/** @deprecated Use `DomainSpender`, which is the same. */
export type DomainSpenderOut = DomainSpender;
/** @deprecated Use `DryRunItem`, which is the same. */
export type DryRunItemOut = DryRunItem;
/** @deprecated Use `DryRun`, which is the same. */
export type DryRunOut = DryRun;
/** @deprecated Use `ExperimentResult`, which is the same. */
export type ExperimentOut = ExperimentResult;
/** @deprecated Use `FunnelStats`, which is the same. */
export type FunnelFiguresOut = FunnelStats;
/** @deprecated Use `FunnelLink`, which is the same. */
export type FunnelLinkOut = FunnelLink;
/** @deprecated Use `FunnelStats`, which is the same. */
export type FunnelStatsOut = FunnelStats;
/** @deprecated Use `ImportReport`, which is the same. */
export type ImportOut = ImportReport;
/** @deprecated Use `ApiKey`, which is the same. */
export type KeyOut = ApiKey;
/** @deprecated Use `ChangedLandingUi`, which is the same. */
export type LandingUiOut = ChangedLandingUi;
/** @deprecated Use `LinkSpender`, which is the same. */
export type LinkSpenderOut = LinkSpender;
/** @deprecated Use `LinkTotals`, which is the same. */
export type LinkTotalsOut = LinkTotals;
/** @deprecated Use `Member`, which is the same. */
export type MemberOut = Member;
/** @deprecated Use `OverviewStats`, which is the same. */
export type OverviewFigures = OverviewStats;
/** @deprecated Use `Overview`, which is the same. */
export type OverviewOut = Overview;
/** @deprecated Use `Pixel`, which is the same. */
export type PixelOut = Pixel;
/** @deprecated Use `PresetChange`, which is the same. */
export type PresetIn = PresetChange;
/** @deprecated Use `Preset`, which is the same. */
export type PresetOut = Preset;
/** @deprecated Use `AudiencePreview`, which is the same. */
export type PreviewOut = AudiencePreview;
/** @deprecated Use `Provisioned`, which is the same. */
export type ProvisionedOut = Provisioned;
/** @deprecated Use `Publication`, which is the same. */
export type PublishOut = Publication;
/** @deprecated Use `QrCode`, which is the same. */
export type QrOut = QrCode;
/** @deprecated Use `QrPreset`, which is the same. */
export type QrPresetOut = QrPreset;
/** @deprecated Use `ContentRequest`, which is the same. */
export type RequestOut = ContentRequest;
/** @deprecated Use `AnsweredRequest`, which is the same. */
export type RespondedOut = AnsweredRequest;
/** @deprecated Use `ContentSale`, which is the same. */
export type SaleOut = ContentSale;
/** @deprecated Use `Segment`, which is the same. */
export type SegmentOut = Segment;
/** @deprecated Use `Session`, which is the same. */
export type SessionOut = Session;
/** @deprecated Use `SmartLink`, which is the same. */
export type SmartLinkOut = SmartLink;
/** @deprecated Use `TrafficSourceStats`, which is the same. */
export type SourceFigures = TrafficSourceStats;
/** @deprecated Use `BackgroundUpload`, which is the same. */
export type SourceOut = BackgroundUpload;
/** @deprecated Use `TrafficSourceStats`, which is the same. */
export type SourceStats = TrafficSourceStats;
/** @deprecated Use `BackgroundFiles`, which is the same. */
export type SourcesOut = BackgroundFiles;
/** @deprecated Use `SplitItem`, which is the same. */
export type SplitFigures = SplitItem;
/** @deprecated Use `ToggledLink`, which is the same. */
export type ToggledOut = ToggledLink;
/** @deprecated Use `TrackedLink`, which is the same. */
export type TrackedLinkOut = TrackedLink;
/** @deprecated Use `PlanUsage`, which is the same. */
export type UsageOut = PlanUsage;
/** @deprecated Use `UsedOfLimit`, which is the same. */
export type UsedOut = UsedOfLimit;
/** @deprecated Use `VendorCounters`, which is the same. */
export type VendorOut = VendorCounters;
/** @deprecated Use `Version`, which is the same. */
export type VersionOut = Version;
/** @deprecated Use `Webhook`, which is the same. */
export type WebhookOut = Webhook;
