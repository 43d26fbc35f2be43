-- A process is its account's, and what is told of a process goes with it: as in the views. The conditions ask for
-- rows as far as those may be seen, so each says only what its own table adds.

CREATE POLICY of_account ON processes FOR SELECT TO headrace_organisation USING (
  EXISTS (SELECT FROM accounts a WHERE a.account_number = processes.account_number)
);
CREATE POLICY of_account ON status_changes FOR SELECT TO headrace_organisation USING (
  EXISTS (SELECT FROM accounts a WHERE a.account_number = status_changes.account_number)
);
CREATE POLICY of_process ON supply_points FOR SELECT TO headrace_organisation USING (
  EXISTS (
    SELECT FROM processes p
    WHERE p.kind = supply_points.kind AND p.known_by = supply_points.known_by AND p.reference = supply_points.reference
  )
);
-- Only join processes make these, and tell of them under their number.
CREATE POLICY of_process ON agreements FOR SELECT TO headrace_organisation USING (
  EXISTS (
    SELECT FROM processes p
    WHERE p.kind = 'join' AND p.known_by = 'number' AND p.reference = agreements.process_number
  )
);
CREATE POLICY of_process ON supply_periods FOR SELECT TO headrace_organisation USING (
  EXISTS (
    SELECT FROM processes p
    WHERE p.kind = 'join' AND p.known_by = 'number' AND p.reference = supply_periods.process_number
  )
);
