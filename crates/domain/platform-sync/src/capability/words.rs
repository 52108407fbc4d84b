//! Words of the capabilities.

kernel::words! {
    /// Support of a kind of links, from none to all.
    LinkSupport {
        /// The platform has no such links.
        None = "none",
        /// Existing links are read.
        Read = "read",
        /// Links are read and created.
        Create = "create",
    }
}

kernel::words! {
    /// Effect of switching a link off.
    Toggle {
        /// The platform switches the link.
        Upstream = "upstream",
        /// We send nobody to the link any more; its address keeps working.
        HereOnly = "here_only",
    }
}

kernel::words! {
    /// Source of a link's country.
    CountrySupport {
        /// The platform stores the country.
        Upstream = "yes",
        /// The country is read from the name that we gave the link.
        ByName = "by_name",
    }
}

kernel::words! {
    /// Lifetime of a link's address.
    LinkAddress {
        /// The address never changes.
        Stable = "stable",
        /// The address contains the creator's user name and changes with it.
        HoldsUserName = "holds_user_name",
    }
}

kernel::words! {
    /// Meaning of a link's revenue on the platform.
    Revenue {
        /// Net money.
        Net = "net",
        /// Net money; money of a fan of several links is split between them.
        NetSplit = "net_split",
        /// Gross and net money.
        GrossAndNet = "gross_and_net",
    }
}

kernel::words! {
    /// Beginning of a link's counters.
    StatsSince {
        /// Since the link was created.
        Ever = "ever",
        /// Since the account was connected at the vendor.
        Connected = "connected",
    }
}

kernel::words! {
    /// Basis of an attribution.
    AttributionBasis {
        /// Click of the visitor.
        Click = "click",
        /// Link that the fan subscribed through.
        Link = "link",
    }
}

kernel::words! {
    /// Support of pushed events.
    Push {
        /// Events are pushed.
        Yes = "yes",
        /// Events are pushed, and each has a price.
        AtAPrice = "at_a_price",
        /// No events are pushed; lists are polled.
        None = "none",
    }
}

kernel::words! {
    /// Source of events that were not pushed.
    Pull {
        /// Log of events.
        Log = "log",
        /// Lists that are compared with the known events.
        Reconciliation = "reconciliation",
    }
}

kernel::words! {
    /// Age of the list of fans.
    Freshness {
        /// Read from the platform at each call.
        Now = "now",
        /// Copy that is some minutes old.
        Minutes = "minutes",
        /// Copy that is some hours old.
        Hours = "hours",
    }
}

kernel::words! {
    /// Form of content ids on the platform.
    ContentIds {
        /// Integers.
        Integer = "int",
        /// Other ids, which the connector numbers.
        Numbered = "numbered",
    }
}

kernel::words! {
    /// Source of the number of buyers of an item.
    Buyers {
        /// Counted by the platform.
        Upstream = "upstream",
        /// Counted by us, from captured sales.
        Ours = "ours",
    }
}

kernel::words! {
    /// Source of the content of a sale.
    SoldContent {
        /// Named by the event.
        Given = "given",
        /// Looked up after the event, at a price.
        LookedUp = "looked_up",
        /// Unknown.
        None = "none",
    }
}

kernel::words! {
    /// Protection against a message that is sent twice.
    Once {
        /// Key that is remembered for ever.
        ForEver = "for_ever",
        /// Key that is remembered for 24 hours.
        OneDay = "one_day",
        /// No key; the chat is read before a repeat.
        No = "none",
    }
}

kernel::words! {
    /// Price of calls.
    Costs {
        /// Calls are free.
        None = "none",
        /// Calls cost credits of the vendor.
        Credits = "credits",
    }
}
